package dev.mandate.engine.audit;

import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.simulator.journal.InMemoryJournal;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;

/** A journal with a standby, which gets each commit and checkpoint while {@link #replicates}. */
final class ReplicatedJournal {

    private InMemoryJournal current = new InMemoryJournal();
    private final InMemoryJournal standby = new InMemoryJournal();
    private boolean replicates = true;
    private boolean failsOnce;

    /** Stops the replication. */
    void lag() {
        replicates = false;
    }

    /** The next call fails, and those after it reach the standby. */
    void failOver() {
        failsOnce = true;
        current = standby;
        replicates = false;
    }

    Journal journal() {
        return proxy(Journal.class, () -> current);
    }

    CheckpointLog checkpoints() {
        return proxy(CheckpointLog.class, () -> current.checkpoints());
    }

    private <T> T proxy(Class<T> port, Supplier<T> target) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(), new Class<?>[] {port}, (proxy, method, arguments) -> call(target, method, arguments)));
    }

    private Object call(Supplier<?> target, Method method, Object[] arguments) throws Throwable {
        if (failsOnce) {
            failsOnce = false;
            throw new JournalUnavailableException(Effect.NONE, "the connection broke");
        }
        try {
            Object result = method.invoke(target.get(), arguments);
            if (replicates && arguments != null) {
                switch (arguments[0]) {
                    case Commit commit -> {
                        var unused = standby.commit(commit);
                    }
                    case SignedCheckpoint next -> {
                        var unused = standby.checkpoints().append(next);
                    }
                    default -> {}
                }
            }
            return result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
