package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.StoreProblem;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * The database's address and the timeouts. The settings contain the password. Neither {@link #toString} nor any problem or
 * exception of this package reveals it.
 */
public final class PostgresSettings {

    /** The prefix of a PostgreSQL address. */
    public static final String SCHEME = "jdbc:postgresql:";

    private static final int DEFAULT_CONNECTIONS = 10;
    private static final Duration SILENCE = Duration.ofSeconds(2);

    private final String base;
    private final Map<String, String> parameters;
    private final int connections;
    private final PostgresTimeouts timeouts;

    private PostgresSettings(
            String base, Map<String, String> parameters, int connections, PostgresTimeouts timeouts) {
        this.base = base;
        this.parameters = parameters;
        this.connections = connections;
        this.timeouts = timeouts;
    }

    /**
     * Parses a JDBC URL, with ten connections and the default timeouts. All parameters of the driver are accepted, such as
     * those of TLS ({@code sslmode}, {@code sslrootcert}, ...), {@code currentSchema}, and several hosts with {@code
     * targetServerType=primary}. An unknown parameter is refused, because a misspelled {@code sslmode} would disable TLS.
     *
     * @param url {@code jdbc:postgresql://host:port/database?user=...&password=...}
     */
    public static Either<StoreProblem, PostgresSettings> parse(String url) {
        int question = url.indexOf('?');
        String base = question < 0 ? url : url.substring(0, question);
        if (!base.startsWith(SCHEME)) {
            return refused("it does not begin with " + SCHEME);
        }
        // The driver would take the password for a part of the host's name, and print it.
        if (base.contains("@")) {
            return refused("user and password belong into the parameters: ?user=...&password=...");
        }
        if (Driver.parseURL(base, new Properties()) == null) {
            return refused("the driver can't read it");
        }
        return (question < 0 ? Either.<StoreProblem, Map<String, String>>right(LinkedHashMap.empty())
                        : parameters(url.substring(question + 1)))
                .map(parameters ->
                        new PostgresSettings(base, parameters, DEFAULT_CONNECTIONS, PostgresTimeouts.DEFAULT));
    }

    private static Either<StoreProblem, Map<String, String>> parameters(String query) {
        Map<String, String> parameters = LinkedHashMap.empty();
        for (String parameter : Array.of(query.split("&", -1)).filter(part -> !part.isEmpty())) {
            int equals = parameter.indexOf('=');
            String name = equals < 0 ? parameter : parameter.substring(0, equals);
            if (equals < 0 || PGProperty.forName(name) == null) {
                // Shows only the name: the value may be a secret.
                return refused("its parameter " + (equals < 0 ? "without a value" : name) + " is none of the driver's");
            }
            try {
                String value = URLDecoder.decode(parameter.substring(equals + 1), StandardCharsets.UTF_8);
                parameters = parameters.put(name, value);
            } catch (IllegalArgumentException malformed) {
                return refused("its parameter " + name + " is not well encoded");
            }
        }
        return Either.right(parameters);
    }

    private static <T> Either<StoreProblem, T> refused(String why) {
        return Either.left(new StoreProblem.Unusable("the address of the PostgreSQL database", why));
    }

    /**
     * The same settings with another size of the pool.
     *
     * @param count the maximum number of connections, at least 2
     */
    public PostgresSettings withConnections(int count) {
        if (count < 2) {
            throw new IllegalArgumentException("two connections at least, one to write and one to read, not " + count);
        }
        return new PostgresSettings(base, parameters, count, timeouts);
    }

    /** The same settings with other timeouts. */
    public PostgresSettings withTimeouts(PostgresTimeouts other) {
        return new PostgresSettings(base, parameters, connections, other);
    }

    /** The address for messages to the operator, without any parameter except the schema. */
    public String place() {
        return base.substring("jdbc:".length()) + schema().map(name -> " schema " + name).getOrElse("");
    }

    private Option<String> schema() {
        return parameters.get(PGProperty.CURRENT_SCHEMA.getName());
    }

    int connections() {
        return connections;
    }

    PostgresTimeouts timeouts() {
        return timeouts;
    }

    /** The address without its parameters, and so without secrets. */
    String base() {
        return base;
    }

    /** The driver's parameters: those of the address, secrets included, and defaults for those that it does not set. */
    Map<String, String> driverParameters() {
        return parameters.merge(LinkedHashMap.of(
                PGProperty.CONNECT_TIMEOUT.getName(), seconds(timeouts.connect()),
                // Longer than the server's own timeout, because the server's error is more precise than a timeout of the
                // socket.
                PGProperty.SOCKET_TIMEOUT.getName(), seconds(timeouts.statement().plus(SILENCE)),
                PGProperty.TCP_KEEP_ALIVE.getName(), "true",
                PGProperty.APPLICATION_NAME.getName(), "mandate",
                // The server's details quote rows, and so callers' data.
                PGProperty.LOG_SERVER_ERROR_DETAIL.getName(), "false"));
    }

    private static String seconds(Duration duration) {
        return Long.toString(Math.max(1, duration.toSeconds()));
    }

    /** Returns {@link #place}, which contains no secret. */
    @Override
    public String toString() {
        return place();
    }
}
