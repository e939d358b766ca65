package dev.mandate.adapters.store.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.StoreProblem;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The accepted addresses. No message contains the password. */
class PostgresSettingsTest {

    private static final String SECRET = "hunter2-Zq";
    private static final String NOBODY_LISTENS = "jdbc:postgresql://127.0.0.1:1/journal?user=me&password=" + SECRET;

    private static String refused(String url) {
        return PostgresSettings.parse(url).swap().get().text();
    }

    @Test
    void driverParametersPassThroughAndDefaultsAreAdded() {
        PostgresSettings settings = Database.settings("jdbc:postgresql://a:5432,b:5433/journal?targetServerType=primary"
                + "&sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem&connectTimeout=2&password=a%26b");
        assertEquals(Option.some("verify-full"), settings.driverParameters().get("sslmode"));
        assertEquals(Option.some("/etc/ca.pem"), settings.driverParameters().get("sslrootcert"));
        assertEquals(Option.some("a&b"), settings.driverParameters().get("password"));
        assertEquals(Option.some("2"), settings.driverParameters().get("connectTimeout"));
        assertEquals(Option.some("10"), settings.driverParameters().get("socketTimeout"));
        assertEquals("postgresql://a:5432,b:5433/journal", settings.place());
    }

    @Test
    void anUnknownDriverParameterIsRefused() {
        assertTrue(refused("jdbc:postgresql://a/b?sslmod=require").contains("sslmod"));
        assertTrue(refused("jdbc:mysql://a/b").contains("jdbc:postgresql:"));
        assertTrue(refused("jdbc:postgresql://a:port/b").contains("can't read"));
        assertTrue(refused("jdbc:postgresql://a/b?user=%zz").contains("user"));
    }

    @Test
    void aRefusalDoesNotQuoteThePassword() {
        for (String url : Array.of(
                "jdbc:postgresql://me:" + SECRET + "@host/db",
                "jdbc:postgresql://host/db?password=" + SECRET + "%zz",
                "jdbc:postgresql://host/db?" + SECRET,
                "jdbc:postgresql://host:port/db?password=" + SECRET,
                "postgresql://host/db?password=" + SECRET)) {
            assertFalse(refused(url).contains(SECRET), () -> refused(url));
        }
        assertFalse(Database.settings(NOBODY_LISTENS).toString().contains(SECRET));
    }

    /** Everything that anybody logs, at every level, while a store fails to open and a pool fails to connect. */
    @Test
    void neitherLogsNorExceptionsContainThePassword() {
        List<String> heard = new ArrayList<>();
        Handler listener = new Handler() {
            @Override
            public void publish(LogRecord line) {
                heard.add(line.getMessage() + " " + Arrays.toString(line.getParameters()) + trace(line.getThrown()));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        List<Logger> loggers =
                Array.of("org.postgresql", "com.zaxxer.hikari").map(Logger::getLogger).toJavaList();
        List<@Nullable Level> before = new ArrayList<>();
        loggers.forEach(logger -> {
            before.add(logger.getLevel());
            logger.setLevel(Level.ALL);
            logger.setUseParentHandlers(false);
            logger.addHandler(listener);
        });
        PostgresTimeouts impatient = new PostgresTimeouts(
                Duration.ofMillis(300), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1));
        PostgresSettings settings = Database.settings(NOBODY_LISTENS).withTimeouts(impatient);
        try {
            heard.add(PostgresStore.open(settings).swap().get().text());
            try (Connections connections = Connections.open(settings, Connections.Use.READING)) {
                heard.add(connections.read(session -> "connected to nobody"));
            } catch (RuntimeException e) {
                heard.add(trace(e));
            }
        } finally {
            for (Logger logger : loggers) {
                logger.removeHandler(listener);
                logger.setUseParentHandlers(true);
                logger.setLevel(before.remove(0));
            }
        }
        assertTrue(heard.stream().anyMatch(line -> line.contains("jdbcUrl")), "the pool was to tell its settings");
        assertTrue(heard.stream().noneMatch(line -> line.contains(SECRET)), () -> String.join("\n", heard));
    }

    private static String trace(@Nullable Throwable thrown) {
        StringWriter text = new StringWriter();
        if (thrown != null) {
            thrown.printStackTrace(new PrintWriter(text));
        }
        return text.toString();
    }

    @Test
    void aServerThatDoesNotAnswerAndAPasswordThatIsWrongAreProblems() {
        assertInstanceOf(StoreProblem.Unusable.class, Database.problem(NOBODY_LISTENS));
        try (Database database = Database.required()) {
            String wrong = database.url().replaceAll("password=[^&]*", "password=" + SECRET);
            StoreProblem problem = Database.problem(wrong);
            assertInstanceOf(StoreProblem.Unusable.class, problem);
            assertTrue(problem.text().contains("28P01"), problem::text);
            assertFalse(problem.text().contains(SECRET), problem::text);
        }
    }
}
