// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchiveTool;
import io.aeron.archive.ArchiveTool.VerifyOption;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.checksum.Checksums;
import io.aeron.archive.client.AeronArchive;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Aeron Archive in a JVM that lets it compute checksums: {@code record CLASS FOLDER} makes a
 * recording, {@code verify CLASS FOLDER...} asks its tool, which writes to the catalogs.
 */
final class ArchiveProbe {

  private static final int MESSAGES = 1200;

  private ArchiveProbe() {}

  public static void main(String[] args) throws Exception {
    if (args[0].equals("record")) {
      record(args[1], Path.of(args[2]));
      return;
    }
    for (int i = 2; i < args.length; i++) {
      verify(args[1], Path.of(args[i]));
    }
  }

  private static void record(String checksum, Path folder) throws Exception {
    String aeron = folder.resolve("driver").toString();
    MediaDriver.Context driver =
        new MediaDriver.Context()
            .aeronDirectoryName(aeron)
            .threadingMode(ThreadingMode.SHARED)
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true);
    Archive.Context archive =
        new Archive.Context()
            .aeronDirectoryName(aeron)
            .archiveDir(folder.resolve("archive").toFile())
            .controlChannelEnabled(false)
            .archiveClientContext(new AeronArchive.Context().controlResponseChannel("aeron:ipc"))
            .replicationChannel("aeron:udp?endpoint=localhost:0")
            .segmentFileLength(256 * 1024)
            .recordChecksum(Checksums.newInstance(checksum))
            .threadingMode(ArchiveThreadingMode.SHARED);
    try (ArchivingMediaDriver running = ArchivingMediaDriver.launch(driver, archive);
        AeronArchive client =
            AeronArchive.connect(
                new AeronArchive.Context()
                    .aeronDirectoryName(running.mediaDriver().aeronDirectoryName())
                    .controlRequestChannel("aeron:ipc")
                    .controlRequestStreamId(archive.localControlStreamId())
                    .controlResponseChannel("aeron:ipc"));
        ExclusivePublication publication =
            client.addRecordedExclusivePublication(
                "aeron:ipc?term-length=128k|mtu=4096|init-term-id=-2|term-id=0|term-offset=2048",
                1001)) {
      publish(publication);
      long recording =
          client.findLastMatchingRecording(0, "aeron:ipc", 1001, publication.sessionId());
      client.stopRecording(publication);
      while (client.getStopPosition(recording) < publication.position()) {
        Thread.sleep(1);
      }
      System.out.println("recorded up to " + publication.position());
    }
  }

  private static void publish(ExclusivePublication publication) throws Exception {
    Random random = new Random(7);
    for (int i = 0; i < MESSAGES; i++) {
      byte[] message = new byte[i % 100 == 0 ? 16_000 : random.nextInt(2000)];
      random.nextBytes(message);
      while (publication.offer(new UnsafeBuffer(message)) < 0) {
        Thread.sleep(1);
      }
    }
  }

  private static void verify(String checksum, Path folder) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    boolean ok;
    try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      ok =
          ArchiveTool.verify(
              out, folder.toFile(), EnumSet.allOf(VerifyOption.class), checksum, file -> false);
    }
    String line = said.toString(StandardCharsets.UTF_8).replaceAll("\\R", " ");
    System.out.println("verified: " + ok + " " + line);
  }
}
