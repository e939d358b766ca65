package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Opens sessions that fail as often as a test says, as on a bad disk. */
final class FailingSessions {

    /** A statement that fails. */
    enum Fault {
        EVENT_NOT_WRITTEN("INSERT INTO event ", SQLiteErrorCode.SQLITE_IOERR_WRITE),
        NO_ROOM_AT_COMMIT("COMMIT", SQLiteErrorCode.SQLITE_FULL),
        COMMIT_NOT_WRITTEN("COMMIT", SQLiteErrorCode.SQLITE_IOERR_FSYNC),
        /** The commit is on the disk, and the disk does not confirm it. */
        COMMIT_NOT_CONFIRMED("COMMIT", SQLiteErrorCode.SQLITE_IOERR_FSYNC);

        private final String statement;
        private final SQLiteErrorCode code;

        Fault(String statement, SQLiteErrorCode code) {
            this.statement = statement;
            this.code = code;
        }
    }

    private final ConcurrentLinkedQueue<Fault> next = new ConcurrentLinkedQueue<>();

    /** Lets the next statement of the fault's kind fail, after those that were said before. */
    void failOnce(Fault fault) {
        next.add(fault);
    }

    PreparedConnection open(SqliteFile file) throws SQLException {
        Connection real = file.openWriter().connection();
        return new PreparedConnection(proxy(Connection.class, (self, method, arguments) ->
                method.getName().equals("prepareStatement")
                        ? statement((String) arguments[0], real.prepareStatement((String) arguments[0]))
                        : call(real, method, arguments)));
    }

    private PreparedStatement statement(String sql, PreparedStatement real) {
        return proxy(PreparedStatement.class, (self, method, arguments) -> {
            Fault fault = next.peek();
            if (fault == null || !method.getName().startsWith("execute") || !sql.startsWith(fault.statement)) {
                return call(real, method, arguments);
            }
            next.remove();
            if (fault == Fault.COMMIT_NOT_CONFIRMED) {
                var unused = call(real, method, arguments);
            }
            throw new SQLiteException(fault.name(), fault.code);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(FailingSessions.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(Object real, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
