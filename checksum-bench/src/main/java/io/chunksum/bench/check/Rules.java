// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import io.chunksum.bench.check.Rule.Condition;
import io.chunksum.bench.check.Rule.Garbage;
import io.chunksum.bench.check.Rule.Limit;
import io.chunksum.bench.check.Rule.Measure;
import io.chunksum.bench.check.Rule.Ratio;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of rules, one per line; indented lines continue the rule before them, and {@code #}
 * starts a comment.
 *
 * <pre>{@code
 * CLASS: METHOD / METHOD <= NUMBER [for PARAM=VALUE,... ...] [when PROPERTY>=NUMBER ...]
 * CLASS: garbage of METHOD <= NUMBER [for ...] [when ...]
 * }</pre>
 */
final class Rules {
  /**
   * Words are told apart later: for a repeated group, the matcher recurses, and a rule may be long.
   */
  private static final Pattern RULE =
      Pattern.compile(
          "(?<class>[\\w.$]+): (?:(?<over>\\w+) / (?<under>\\w+)|garbage of (?<garbage>\\w+))"
              + " (?<sign><=|>=) (?<limit>\\d+(?:\\.\\d+)?)"
              + "(?: for (?<params>.+?))?(?: when (?<conditions>.+))?");

  private static final Pattern PARAM = Pattern.compile("(?<name>[^=]+)=(?<values>.+)");

  private static final Pattern CONDITION =
      Pattern.compile("(?<property>\\w+)(?<sign><=|>=)(?<limit>\\d+)");

  private static final Set<String> PROPERTIES = Set.of("jdk", "vectorBytes");

  private Rules() {}

  /**
   * Reads all rules of a file.
   *
   * @throws IOException if it cannot be read, contains anything else, or has no rules
   */
  static List<Rule> read(Path file) throws IOException {
    List<String> lines;
    try {
      // Some editors put a byte order mark at the start.
      lines = Files.readString(file).replaceFirst("^\\uFEFF", "").lines().toList();
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": no such file", e);
    } catch (CharacterCodingException e) {
      throw new IOException(file + ": not UTF-8", e);
    } catch (IOException e) {
      throw new IOException(file + ": cannot be read: " + e, e);
    }
    List<Rule> rules = new ArrayList<>();
    int at = 0;
    while (at < lines.size()) {
      int start = at;
      StringBuilder text = new StringBuilder(content(lines.get(at++)));
      if (text.length() == 0) {
        continue; // What is indented after it does not begin there.
      }
      while (at < lines.size() && lines.get(at).matches("\\s+\\S.*")) {
        text.append(' ').append(content(lines.get(at++)));
      }
      rules.add(parse(text.toString().strip().replaceAll("\\s+", " "), file + ":" + (start + 1)));
    }
    if (rules.isEmpty()) {
      throw new IOException(file + ": no rules");
    }
    return rules;
  }

  private static String content(String line) {
    return line.replaceFirst("#.*", "").strip();
  }

  private static Rule parse(String text, String place) throws IOException {
    Matcher rule = RULE.matcher(text);
    if (!rule.matches()) {
      throw new IOException(place + ": not a rule: " + text);
    }
    String garbage = rule.group("garbage");
    if (garbage == null && rule.group("over").equals(rule.group("under"))) {
      throw new IOException(place + ": not a rule: divides a method by itself");
    }
    Measure measure =
        garbage == null ? new Ratio(rule.group("over"), rule.group("under")) : new Garbage(garbage);
    return new Rule(
        text.substring(0, rule.end("limit")),
        rule.group("class"),
        measure,
        limit(rule),
        params(rule.group("params"), place),
        conditions(rule.group("conditions"), place));
  }

  private static Limit limit(Matcher matcher) {
    double value = Double.parseDouble(matcher.group("limit"));
    return matcher.group("sign").equals("<=") ? Limit.atMost(value) : Limit.atLeast(value);
  }

  private static Map<String, List<String>> params(@Nullable String text, String place)
      throws IOException {
    Map<String, List<String>> params = new LinkedHashMap<>();
    for (String word : words(text)) {
      Matcher param = PARAM.matcher(word);
      if (!param.matches()) {
        throw new IOException(place + ": not a parameter: " + word);
      }
      String name = param.group("name");
      if (params.put(name, List.of(param.group("values").split(",", -1))) != null) {
        throw new IOException(place + ": not a list of parameters, has two of " + name);
      }
    }
    return params;
  }

  private static List<Condition> conditions(@Nullable String text, String place)
      throws IOException {
    List<Condition> conditions = new ArrayList<>();
    for (String word : words(text)) {
      Matcher condition = CONDITION.matcher(word);
      if (!condition.matches() || !PROPERTIES.contains(condition.group("property"))) {
        throw new IOException(place + ": not a condition: " + word);
      }
      conditions.add(new Condition(word, condition.group("property"), limit(condition)));
    }
    return conditions;
  }

  private static List<String> words(@Nullable String text) {
    return text == null ? List.of() : List.of(text.split(" ", -1));
  }
}
