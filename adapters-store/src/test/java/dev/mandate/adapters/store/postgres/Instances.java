package dev.mandate.adapters.store.postgres;

import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.Retention;
import io.vavr.collection.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Several instances on one schema as one store. Each call goes to the next instance, as with a load balancer. So a contract for
 * one store tests all instances together.
 */
final class Instances implements JournalStore {

    private final Array<PostgresStore> stores;
    private final AtomicInteger turn = new AtomicInteger();

    Instances(Array<PostgresStore> stores) {
        this.stores = stores;
    }

    private PostgresStore next() {
        return stores.get(Math.floorMod(turn.getAndIncrement(), stores.size()));
    }

    /** A port whose every call is made on another instance. */
    private <T> T rotating(Class<T> port, Function<PostgresStore, T> capability) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, arguments) -> {
            if (method.getName().equals("writability")) {
                return writability();
            }
            try {
                // An instance orders the commits that begin there.
                PostgresStore store = method.getName().equals("begin") ? stores.head() : next();
                return method.invoke(capability.apply(store), arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    /** An instance knows of its own faults only. */
    private Writability writability() {
        return stores.map(store -> store.journal().writability())
                .find(Writability.READ_ONLY::equals)
                .getOrElse(Writability.WRITABLE);
    }

    @Override
    public Journal journal() {
        return rotating(Journal.class, PostgresStore::journal);
    }

    @Override
    public Outbox outbox() {
        return rotating(Outbox.class, PostgresStore::outbox);
    }

    @Override
    public CheckpointLog checkpoints() {
        return rotating(CheckpointLog.class, PostgresStore::checkpoints);
    }

    @Override
    public AuditReader audit() {
        return rotating(AuditReader.class, PostgresStore::audit);
    }

    @Override
    public Retention retention() {
        return rotating(Retention.class, PostgresStore::retention);
    }

    @Override
    public void close() {
        stores.forEach(PostgresStore::close);
    }
}
