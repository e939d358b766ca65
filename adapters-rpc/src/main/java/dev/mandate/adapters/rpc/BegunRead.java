package dev.mandate.adapters.rpc;

import dev.mandate.ports.spi.chain.NodeCallBudget;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** A read on a thread of its own, whose calls count for the request that began it. An interrupt of the thread that waits for it ends the read. */
final class BegunRead<T> implements Supplier<T> {

    private final FutureTask<T> task;
    private final Thread thread;

    BegunRead(Supplier<T> read) {
        this.task = new FutureTask<>(NodeCallBudget.counted(read)::get);
        this.thread = Thread.ofVirtual().name("rpc-read").start(task);
    }

    @Override
    public T get() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
