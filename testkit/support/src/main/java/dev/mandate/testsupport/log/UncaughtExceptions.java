package dev.mandate.testsupport.log;

import io.vavr.collection.Array;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Collects the uncaught exceptions of all threads of the JVM until it is closed. */
public final class UncaughtExceptions implements AutoCloseable {

    private final List<Throwable> caught = new CopyOnWriteArrayList<>();
    private final @Nullable UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();

    private UncaughtExceptions() {}

    public static UncaughtExceptions kept() {
        UncaughtExceptions mishaps = new UncaughtExceptions();
        Thread.setDefaultUncaughtExceptionHandler((thread, mishap) -> mishaps.caught.add(mishap));
        return mishaps;
    }

    /** Returns the exceptions so far. */
    public Array<Throwable> caught() {
        return Array.ofAll(caught);
    }

    @Override
    public void close() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }
}
