// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.replay;

import io.chunksum.data.ChunkInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.exceptions.StateMachineException;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * A state machine whose data are chunks. The log holds the record of a chunk only; its bytes are
 * written to the chunk file beside the log, read back from there for followers, and verified before
 * they are served if they were written by an earlier run.
 */
final class ChunkStateMachine extends BaseStateMachine {

  private final ChunkStore store;

  /** One thread, so that writes reach a file in the order of the log. */
  private final Executor io;

  /** The writes of this run whose entry is not applied yet; what is missing here is a replay. */
  private final Map<TermIndex, CompletableFuture<?>> writes = new ConcurrentHashMap<>();

  private volatile boolean hasLogFailures;

  ChunkStateMachine(ChunkStore store, Executor io) {
    this.store = store;
    this.io = io;
  }

  /** On the leader: verifies what the client sent, and separates header and payload. */
  @Override
  public TransactionContext startTransaction(RaftClientRequest request) throws IOException {
    TransactionContext.Builder transaction =
        TransactionContext.newBuilder().setStateMachine(this).setClientRequest(request);
    try {
      ChunkRequest chunk = ChunkRequest.decode(request.getMessage().getContent());
      store.file(chunk.info());
      chunk.verify();
      return transaction.setLogData(chunk.header()).setStateMachineData(chunk.payload()).build();
    } catch (IOException | IllegalArgumentException e) {
      return transaction.build().setException(e);
    }
  }

  /** On every replica: writes the payload. The leader has verified it already. */
  @Override
  public CompletableFuture<?> write(LogEntryProto entry, TransactionContext context) {
    boolean verified = context != null && context.getClientRequest() != null;
    StateMachineLogEntryProto data = entry.getStateMachineLogEntry();
    ByteString payload = data.getStateMachineEntry().getStateMachineData();
    CompletableFuture<?> write =
        onDisk(() -> {
          ChunkRequest chunk = ChunkRequest.of(data.getLogData(), payload);
          if (!verified) {
            chunk.verify();
          }
          store.write(chunk.info(), payload);
          return chunk.info();
        });
    writes.put(TermIndex.valueOf(entry), write);
    return write;
  }

  /** On the leader: reads the payload back for a follower that needs the entry. */
  @Override
  public CompletableFuture<ByteString> read(LogEntryProto entry, TransactionContext context) {
    CompletableFuture<?> write = writes.get(TermIndex.valueOf(entry));
    CompletableFuture<?> written = write != null ? write : CompletableFuture.completedFuture(null);
    return written.thenCompose(done -> onDisk(() -> store.read(info(entry))));
  }

  /** Ratis says that a payload could not be written, or not be read back. */
  @Override
  public void notifyLogFailed(Throwable cause, LogEntryProto entry) {
    hasLogFailures = true;
  }

  boolean hasLogFailures() {
    return hasLogFailures;
  }

  /** On every replica, in the order of the log: serves the chunk from now on. */
  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = transaction.getLogEntry();
    TermIndex index = TermIndex.valueOf(entry);
    CompletableFuture<?> write = writes.get(index);
    try {
      if (write == null) {
        // A refused chunk is no failure of the entry: the other chunks are to be served.
        return CompletableFuture.completedFuture(
            Message.valueOf(store.replay(info(entry)).toString()));
      }
      write.join();
      store.commit(info(entry));
      writes.remove(index);
      return CompletableFuture.completedFuture(Message.valueOf("written"));
    } catch (IOException | CompletionException e) {
      return CompletableFuture.failedFuture(e);
    } finally {
      updateLastAppliedTermIndex(index);
    }
  }

  /** Reads a chunk, whose name is the request. */
  @Override
  public CompletableFuture<Message> query(Message request) {
    String name = request.getContent().toString(StandardCharsets.UTF_8);
    return onDisk(() -> Message.valueOf(store.read(name)));
  }

  private static ChunkInfo info(LogEntryProto entry) throws IOException {
    return ChunkRequest.decodeHeader(entry.getStateMachineLogEntry().getLogData());
  }

  private <T> CompletableFuture<T> onDisk(Callable<T> task) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return task.call();
          } catch (Exception e) {
            throw new CompletionException(new StateMachineException(e.getMessage(), e));
          }
        },
        io);
  }
}
