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
 * Where the database is and how long to wait for it. Holds the password, and never tells it: neither {@link #toString} nor any
 * problem or exception of this package does.
 */
public final class PostgresSettings {

    /** How such an address begins. */
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
     * The settings that a JDBC URL holds, with ten connections and the default timeouts. All parameters that the driver knows
     * pass through, those of TLS ({@code sslmode}, {@code sslrootcert}, ...), {@code currentSchema} and several hosts with
     * {@code targetServerType=primary} among them; one that it does not know is refused, since a misspelled {@code sslmode}
     * would mean no TLS.
     *
     * @param url {@code jdbc:postgresql://host:port/database?user=...&password=...}
     */
    public static Either<StoreProblem, PostgresSettings> parse(String url) {
        int question = url.indexOf('?');
        String base = question < 0 ? url : url.substring(0, question);
        if (!base.startsWith(SCHEME)) {
            return refused("it does not begin with " + SCHEME);
        }
        // The driver would take it for a part of the host's name, and print it.
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
                // Only what is before the sign: behind it may be a secret.
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
     * The same with another size of the pool.
     *
     * @param count how many connections at most, at least 2
     */
    public PostgresSettings withConnections(int count) {
        if (count < 2) {
            throw new IllegalArgumentException("two connections at least, one to write and one to read, not " + count);
        }
        return new PostgresSettings(base, parameters, count, timeouts);
    }

    /** The same with other timeouts. */
    public PostgresSettings withTimeouts(PostgresTimeouts other) {
        return new PostgresSettings(base, parameters, connections, other);
    }

    /** The address as an operator may see it: without any parameter but the schema. */
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

    /** What the driver is given: all parameters, secrets among them, and our own where the address says nothing. */
    Map<String, String> driverParameters() {
        return parameters.merge(LinkedHashMap.of(
                PGProperty.CONNECT_TIMEOUT.getName(), seconds(timeouts.connect()),
                // Later than the server's own: its answer says more than silence.
                PGProperty.SOCKET_TIMEOUT.getName(), seconds(timeouts.statement().plus(SILENCE)),
                PGProperty.TCP_KEEP_ALIVE.getName(), "true",
                PGProperty.APPLICATION_NAME.getName(), "mandate",
                // A server's details quote rows, and so what our callers keep in them.
                PGProperty.LOG_SERVER_ERROR_DETAIL.getName(), "false"));
    }

    private static String seconds(Duration duration) {
        return Long.toString(Math.max(1, duration.toSeconds()));
    }

    /** {@link #place} alone. */
    @Override
    public String toString() {
        return place();
    }
}
