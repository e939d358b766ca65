package dev.mandate.testkit.planted;

import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.Retention;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.testkit.journal.StoreContract;
import dev.mandate.testkit.journal.StoreUnderTest;
import dev.mandate.testsupport.contract.ContractRun;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The contract of a store with all capabilities and one bug. It keeps the calls of its ports, and makes them again after a stop or a kill.
 *
 * <p>It runs only by a launcher, which names the bug: its own name matches no pattern of tests.
 */
@ExtendWith(AlteredStore.NamedBug.class)
class AlteredStore extends StoreContract {

    /** What the next commit meets. */
    enum Fault {
        BEFORE_THE_COMMIT,
        BEFORE_THE_ANSWER
    }

    /** A call of a port of the store. */
    record Call(Method method, Array<Object> arguments) {
        boolean isOf(String name) {
            return method.getName().equals(name);
        }

        /** The only argument. */
        <T> T argument(Class<T> type) {
            return type.cast(arguments.head());
        }

        /** The same with another first argument. */
        Call with(Object first) {
            return new Call(method, arguments.update(0, first));
        }

        Object on(InMemoryJournal memory) throws Throwable {
            Object port = Array.<Object>of(memory, memory.outbox(), memory.checkpoints())
                    .find(method.getDeclaringClass()::isInstance)
                    .get();
            try {
                return method.invoke(port, arguments.toJavaArray());
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    /** Resolves the constructor's parameter. */
    static final class NamedBug implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == StoreBug.class;
        }

        @Override
        public StoreBug resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return StoreBug.valueOf(context.getConfigurationParameter(ContractRun.BUG).orElseThrow());
        }
    }

    private final StoreBug bug;
    private final AtomicReference<Option<Fault>> armed = new AtomicReference<>(Option.none());

    AlteredStore(StoreBug bug) {
        this.bug = bug;
    }

    /** A store in memory, whose calls are added to {@code calls}. */
    private final class Recorded implements JournalStore {
        private final InMemoryJournal memory = new InMemoryJournal();
        private final List<Call> calls = Collections.synchronizedList(new ArrayList<>());
        private final boolean isReopened;
        private boolean isDamaged;
        private boolean hasFailed;

        Recorded(Array<Call> earlier, boolean isReopened) {
            this.isReopened = isReopened;
            for (Call call : earlier) {
                try {
                    var unused = call.on(memory);
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            }
        }

        private <T> T port(Class<T> type) {
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                Call call = new Call(method, Option.of(arguments).map(Array::of).getOrElse(Array.empty()));
                // An operation and its record are one step, as for a writer of a real store.
                synchronized (calls) {
                    return answer(call);
                }
            }));
        }

        private Object answer(Call call) throws Throwable {
            if (isDamaged && (call.isOf("stream") || call.isOf("events") || call.isOf("commit"))) {
                throw bug.ofDamage("the event at position 1 cannot be read");
            }
            if (hasFailed && call.isOf("writability")) {
                hasFailed = false;
                return bug.writabilityAfterFault();
            }
            if (call.isOf("commit") || call.isOf("begin")) {
                Option<Fault> fault = armed.getAndSet(Option.none());
                if (fault.contains(Fault.BEFORE_THE_COMMIT)) {
                    for (Commit part : bug.writtenBeforeFault(call.argument(Commit.class))) {
                        var unused = memory.commit(part);
                    }
                } else {
                    Object answer = kept(call);
                    if (fault.isEmpty()) {
                        return answer;
                    }
                }
                hasFailed = true;
                throw new JournalUnavailableException(bug.reported(), "cut");
            }
            return kept(call);
        }

        private Object kept(Call call) throws Throwable {
            Object answer = bug.answer(memory, call, isReopened);
            calls.add(call);
            return answer;
        }

        @Override
        public Journal journal() {
            return port(Journal.class);
        }

        @Override
        public Outbox outbox() {
            return port(Outbox.class);
        }

        @Override
        public CheckpointLog checkpoints() {
            return port(CheckpointLog.class);
        }

        @Override
        public Retention retention() {
            return port(Retention.class);
        }

        @Override
        public AuditReader audit() {
            return port(AuditReader.class);
        }

        @Override
        public void close() {}
    }

    @Override
    protected StoreUnderTest fresh() {
        Recorded store = new Recorded(Array.empty(), false);
        return new StoreUnderTest() {
            @Override
            public JournalStore store() {
                return store;
            }

            @Override
            public Option<JournalStore> reopen() {
                return Option.some(new Recorded(bug.kept(Array.ofAll(store.calls)), true));
            }

            @Override
            public Option<JournalStore> crash() {
                return reopen();
            }

            @Override
            public Option<Runnable> damage() {
                return Option.some(() -> store.isDamaged = true);
            }

            @Override
            public Array<CommitFault> faults() {
                return Array.of(Fault.values())
                        .map(fault -> new CommitFault(fault.name(), () -> armed.set(Option.some(fault))));
            }
        };
    }
}
