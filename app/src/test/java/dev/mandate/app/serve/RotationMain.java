package dev.mandate.app.serve;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.postgres.PostgresRewriter;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.adapters.store.postgres.PostgresStore;
import dev.mandate.adapters.store.sqlite.SqliteRewriter;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.access.OperatorName;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.RecordRewrite;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Replaces the secret of a folder, and dies at a moment that is given by its number, as by SIGKILL. Moments are before and after each commit and checkpoint,
 * at records within the transaction, and after each file. Arguments: folder, moment, and the URL of PostgreSQL for a journal there. Exits with 0 if there
 * are fewer moments.
 */
public final class RotationMain {

    /** As after SIGKILL. */
    public static final int KILLED = 128 + 9;

    private static final int RECORDS_BETWEEN_MOMENTS = 40;

    private final int moment;
    private final AtomicInteger moments = new AtomicInteger();
    private final AtomicInteger records = new AtomicInteger();

    private RotationMain(int moment) {
        this.moment = moment;
    }

    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[0]);
        Option<PostgresSettings> postgres = Option.when(arguments.length > 2, () -> PostgresSettings.parse(arguments[2]).get());
        RotationMain rotation = new RotationMain(Integer.parseInt(arguments[1]));
        var replaced = new SecretReplacement(folder, rotation.place(folder, postgres), step -> rotation.pass()).run(new OperatorName("ops"));
        replaced.swap().forEach(System.err::println);
        // Whatever is still open is closed by the system.
        Runtime.getRuntime().halt(replaced.isRight() ? 0 : 1);
    }

    private void pass() {
        if (moments.incrementAndGet() == moment) {
            Runtime.getRuntime().halt(KILLED);
        }
    }

    private void passRecord() {
        if (records.getAndIncrement() % RECORDS_BETWEEN_MOMENTS == 0) {
            pass();
        }
    }

    private SecretReplacement.Place place(Path folder, Option<PostgresSettings> postgres) {
        return new SecretReplacement.Place() {
            @Override
            public Either<StoreProblem, JournalStore> open() {
                return postgres.<Either<StoreProblem, JournalStore>>map(settings -> PostgresStore.open(settings).map(opened -> opened))
                        .getOrElse(() -> SqliteStore.open(folder).map(opened -> opened))
                        .map(store -> watched(JournalStore.class, store));
            }

            @Override
            public Either<StoreProblem, SignedCheckpoint> rewrite(RecordRewrite rewrite) {
                RecordRewrite watched = new RecordRewrite(
                        row -> {
                            passRecord();
                            return rewrite.rows().apply(row);
                        },
                        answer -> {
                            passRecord();
                            return rewrite.answers().apply(answer);
                        },
                        message -> {
                            passRecord();
                            return rewrite.messages().apply(message);
                        },
                        rewrite.last(),
                        rewrite.commit(),
                        event -> {
                            pass();
                            return rewrite.checkpoint().apply(event);
                        });
                return postgres.map(settings -> PostgresRewriter.rewrite(settings, watched))
                        .getOrElse(() -> SqliteRewriter.rewrite(folder, watched));
            }

            @Override
            public String name() {
                return folder.toString();
            }
        };
    }

    private <T> T watched(Class<T> type, T real) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> called(real, method, arguments)));
    }

    private Object called(Object real, Method method, Object[] arguments) throws Throwable {
        boolean isWrite = method.getName().equals("commit") || method.getName().equals("append");
        if (isWrite) {
            pass();
        }
        try {
            Object result = method.invoke(real, arguments);
            if (isWrite) {
                pass();
            }
            return result instanceof Journal journal
                    ? watched(Journal.class, journal)
                    : result instanceof CheckpointLog log ? watched(CheckpointLog.class, log) : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
