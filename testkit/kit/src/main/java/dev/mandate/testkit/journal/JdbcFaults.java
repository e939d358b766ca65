package dev.mandate.testkit.journal;

import dev.mandate.testkit.journal.StoreUnderTest.CommitFault;
import io.vavr.collection.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Faults beneath the commits of a store that writes with JDBC, for {@link StoreUnderTest#faults}. The store takes its connections from
 * {@link #around}. A fault that no statement meets ends with its transaction.
 */
public final class JdbcFaults {

    /** A commit of the contract has less writing statements, unless each row is one. */
    private static final int WRITES = 8;

    private static final Pattern WRITE =
            Pattern.compile("\\s*(insert|update|delete|merge|replace|upsert)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private enum Point {
        WRITE,
        BEFORE_COMMIT,
        AFTER_COMMIT
    }

    private record Fault(Point point, int write) {}

    private interface Execution {
        @Nullable Object run() throws Throwable;
    }

    private final Supplier<SQLException> thrown;
    private final Queue<Fault> armed = new ConcurrentLinkedQueue<>();
    private final AtomicInteger writes = new AtomicInteger();

    /** Faults of a lost connection (SQLSTATE 08006). */
    public JdbcFaults() {
        this(() -> new SQLException("the connection is lost", "08006"));
    }

    /** Faults that throw the exceptions of {@code thrown}, as the database's driver does. */
    public JdbcFaults(Supplier<SQLException> thrown) {
        this.thrown = thrown;
    }

    /** A fault of each of the first writing statements, of the commit, and after the commit. */
    public Array<CommitFault> all() {
        return Array.rangeClosed(1, WRITES)
                .map(write -> fault("write-" + write, new Fault(Point.WRITE, write)))
                .append(beforeCommit())
                .append(afterCommit());
    }

    /** The commit fails, and has no effect. */
    public CommitFault beforeCommit() {
        return fault("before-commit", new Fault(Point.BEFORE_COMMIT, 0));
    }

    /** The commit takes effect, and its answer is lost. */
    public CommitFault afterCommit() {
        return fault("after-commit", new Fault(Point.AFTER_COMMIT, 0));
    }

    private CommitFault fault(String name, Fault fault) {
        return new CommitFault(name, () -> {
            writes.set(0);
            armed.add(fault);
        });
    }

    /** Connections of {@code real} whose statements meet the faults. */
    public DataSource around(DataSource real) {
        return proxy(DataSource.class, (self, method, arguments) -> {
            Object answer = call(real, method, arguments);
            return answer instanceof Connection connection ? around(connection) : answer;
        });
    }

    /** The same for one connection. */
    public Connection around(Connection real) {
        return proxy(Connection.class, (self, method, arguments) -> {
            if (method.getName().equals("commit")) {
                return committed(() -> call(real, method, arguments));
            }
            Object answer = call(real, method, arguments);
            return answer instanceof Statement statement ? around(statement, method.getReturnType(), text(arguments)) : answer;
        });
    }

    private Object around(Statement real, Class<?> type, String prepared) {
        return proxy(type, (self, method, arguments) -> {
            if (!method.getName().startsWith("execute")) {
                return call(real, method, arguments);
            }
            String sql = prepared + text(arguments);
            return sql.equalsIgnoreCase("COMMIT")
                    ? committed(() -> call(real, method, arguments))
                    : executed(sql, () -> call(real, method, arguments));
        });
    }

    private static String text(Object @Nullable [] arguments) {
        return arguments != null && arguments.length > 0 && arguments[0] instanceof String sql ? sql : "";
    }

    private @Nullable Object executed(String sql, Execution statement) throws Throwable {
        Fault next = armed.peek();
        if (next != null
                && next.point() == Point.WRITE
                && WRITE.matcher(sql).matches()
                && writes.incrementAndGet() == next.write()) {
            armed.remove();
            throw thrown.get();
        }
        return statement.run();
    }

    private @Nullable Object committed(Execution commit) throws Throwable {
        Fault next = armed.poll();
        writes.set(0);
        if (next != null && next.point() == Point.BEFORE_COMMIT) {
            throw thrown.get();
        }
        Object answer = commit.run();
        if (next != null && next.point() == Point.AFTER_COMMIT) {
            throw thrown.get();
        }
        return answer;
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(JdbcFaults.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(Object real, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
