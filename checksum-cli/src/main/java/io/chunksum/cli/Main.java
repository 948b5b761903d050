// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code chunksum} command: parses, runs, and reports every failure in one line. */
@Command(
    name = "chunksum",
    description = "Checksums of files, window by window.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Exit status: 0 if all is well, 1 if data mismatched, 2 on a usage error,",
      "3 if a file could not be checked or written."
    })
public final class Main {

  /** Set by the launcher: Java cannot tell whether standard error alone is a terminal. */
  private static final String TERMINAL_PROPERTY = "chunksum.terminal";

  private Main() {}

  /**
   * Runs the command and ends the JVM with its status.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    // Not System.out and System.err: a PrintStream swallows write failures. Nor System.in, which
    // copies everything through an array of its own.
    Console console =
        new Console(
            new FileInputStream(FileDescriptor.in),
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err));
    int status;
    try {
      console.appendsTo(Path.of("/dev/stdout"));
      if (Boolean.getBoolean(TERMINAL_PROPERTY)) {
        console.showProgress(System::nanoTime);
      }
      Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT); // Digits that programs can read.
      status = run(console, args);
    } catch (Throwable e) { // The JVM would print a stack trace and exit 1, which means mismatch.
      status = console.unforeseen(e);
    }
    System.exit(status);
  }

  /** Runs the command and returns its exit status. */
  static int run(Console console, String... args) {
    CommandLine command = new CommandLine(new Main());
    command.addSubcommand(new SumCommand(console));
    command.addSubcommand(new VerifyCommand(console));
    command.addSubcommand(new ScanCommand(console));
    command.addSubcommand(new CompositeCommand(console));
    command.addSubcommand(new InspectCommand(console));
    command.addSubcommand(new DoctorCommand(console));
    CommandLine help = new CommandLine(new HelpCommand());
    help.getCommandSpec().usageMessage().header("Prints the help of a command.").description();
    command.addSubcommand(help);
    command.setOut(console.out());
    command.setErr(console.err());
    command.setExpandAtFiles(false); // A file may be called @name.
    command.setParameterExceptionHandler((e, unused) -> wrongUsage(console, e));
    command.setExecutionExceptionHandler((e, unused, parsed) -> failed(console, e));
    if (args.length == 0) {
      command.usage(console.err());
      return ExitStatus.USAGE;
    }
    return console.flush(command.execute(args));
  }

  private static int wrongUsage(Console console, ParameterException e) {
    List<String> unknown = e.getCommandLine().getUnmatchedArguments();
    if (e instanceof MissingParameterException && !unknown.isEmpty()) {
      // Say what is wrong with what was typed, and not what is missing because of it.
      return wrongUsage(console, new UnmatchedArgumentException(e.getCommandLine(), unknown));
    }
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    console.error(message(e) + " (try '" + command + " --help')");
    return ExitStatus.USAGE;
  }

  /** Returns picocli's message, but of surplus arguments only the first, and not by its index. */
  private static String message(ParameterException e) {
    if (e instanceof UnmatchedArgumentException surplus) {
      String first = "'" + surplus.getUnmatched().get(0) + "'";
      if (surplus.isUnknownOption()) {
        return "Unknown option: " + first; // What follows it may be its value.
      }
      boolean isCommand = e.getCommandLine().getParent() == null;
      return isCommand ? "unknown command " + first : first + " is one argument too many";
    }
    return Problems.oneLine(e);
  }

  private static int failed(Console console, Exception e) {
    if (e instanceof ParameterException wrong) {
      return wrongUsage(console, wrong);
    }
    return console.unforeseen(e);
  }

  /** Reads the version that the build wrote. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
      Properties properties = new Properties();
      try (InputStream in = Main.class.getResourceAsStream("version.properties")) {
        properties.load(in);
      }
      return new String[] {"chunksum " + properties.getProperty("version")};
    }
  }
}
