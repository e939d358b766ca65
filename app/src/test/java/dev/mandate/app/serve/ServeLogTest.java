package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.service.AccessLog;
import dev.mandate.app.serve.ServeSettings.LogFormat;
import dev.mandate.app.serve.ServeSettings.Logging;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

final class ServeLogTest {

    private static final int MORE_THAN_THE_CAPACITY = 20_000;
    private static final Pattern DROPPED = Pattern.compile(" log - (\\d+) lines were dropped");

    private final StringWriter written = new StringWriter();

    @Test
    void closingWritesAllEventsInOrder() {
        ServeLog log = ServeLog.open(new Logging(LogFormat.TEXT, Level.INFO), new PrintWriter(written));
        Array<String> events = Array.range(0, 500).map(number -> "event-" + number);

        events.forEach(text -> log.event("test", "-", text));
        log.close();

        assertEquals(events, lines().map(line -> line.substring(line.lastIndexOf(' ') + 1)));
    }

    @Test
    void eventsAfterClosingAreDropped() {
        ServeLog log = ServeLog.open(new Logging(LogFormat.TEXT, Level.INFO), new PrintWriter(written));
        log.close();
        log.event("test", "-", "late");

        assertEquals(Array.empty(), lines());
    }

    @Test
    void aSlowReaderLosesLinesAndReadsTheirNumber() throws InterruptedException {
        CountDownLatch writes = new CountDownLatch(1);
        Semaphore reads = new Semaphore(0);
        ServeLog log = ServeLog.open(new Logging(LogFormat.TEXT, Level.INFO), new PrintWriter(new SlowlyRead(writes, reads)));

        log.event("test", "-", "first");
        writes.await();
        for (int i = 0; i < MORE_THAN_THE_CAPACITY; i++) {
            log.event("test", "-", "flood");
        }
        reads.release();
        log.close();

        Array<String> flood = lines().filter(line -> line.endsWith(" flood"));
        int dropped = lines().map(DROPPED::matcher)
                .filter(Matcher::find)
                .map(found -> Integer.parseInt(found.group(1)))
                .sum()
                .intValue();
        assertTrue(dropped > 0, "nothing was dropped");
        assertEquals(MORE_THAN_THE_CAPACITY, flood.size() + dropped);
    }

    @Test
    @Timeout(10)
    void aStalledReaderDelaysNeitherEventsNorClosing() throws InterruptedException {
        CountDownLatch writes = new CountDownLatch(1);
        Semaphore reads = new Semaphore(0);
        ServeLog log = ServeLog.open(new Logging(LogFormat.TEXT, Level.INFO), new PrintWriter(new SlowlyRead(writes, reads)));

        log.event("test", "-", "first");
        writes.await();
        log.event("test", "-", "second");
        log.close();

        reads.release();
    }

    @Test
    void warningsOfLibrariesHaveTheSameFormat() {
        ServeLog log = ServeLog.open(new Logging(LogFormat.JSON, Level.INFO), new PrintWriter(written));

        LoggerFactory.getLogger("org.example").warn("two\nlines", new IllegalStateException("with a message of its own"));
        Logger.getLogger("org.example").warning("from the JDK's own");
        LoggerFactory.getLogger("org.example").info("not a warning");
        log.close();

        assertEquals(2, lines().size(), written::toString);
        assertTrue(lines().get(0).matches(
                "\\{\"event\":\"warn\",\"level\":\"warn\",\"time\":\"[^\"]+\",\"subject\":\"org.example\",\"text\":\"two lines \\(java.lang.IllegalStateException\\)\"\\}"),
                written::toString);
        assertTrue(lines().get(1).contains("from the JDK's own"), written::toString);
    }

    @Test
    void eachLineOfJsonHasALevel() {
        ServeLog log = ServeLog.open(new Logging(LogFormat.JSON, Level.INFO), new PrintWriter(written));

        log.event("test", "-", "routine");
        log.warning("test", "-", "to be looked at");
        log.error("test", "-", "fails");
        log.failed("req_1", new IllegalStateException());
        log.answered(answered("/", 200));
        LoggerFactory.getLogger("org.example").error("of a library");
        log.close();

        assertEquals(
                Array.of("info", "warn", "error", "error", "info", "error"),
                lines().map(line -> Json.parseObject(Bytes.of(line.getBytes(StandardCharsets.UTF_8))).get().get("level").stringValue()),
                written::toString);
    }

    @Test
    void aRequestThatOurSideFailedSaysWhyInItsLine() {
        ServeLog log = ServeLog.open(new Logging(LogFormat.TEXT, Level.INFO), new PrintWriter(written));

        log.answered(answered("/api/v1/smart-accounts", 503));
        log.close();

        assertTrue(lines().get(0).endsWith("client=127.0.0.1 why=No node of the chain answers."), written::toString);
    }

    @Test
    void whatIsRoutineIsWrittenAtDebugAlone() {
        for (Level level : Array.of(Level.WARN, Level.INFO, Level.DEBUG)) {
            ServeLog log = ServeLog.open(new Logging(LogFormat.TEXT, level), new PrintWriter(written));
            log.routine("test", "-", "routine at " + level);
            log.event("test", "-", "event at " + level);
            log.warning("test", "-", "warning at " + level);
            log.answered(answered("/health/ready", 200));
            log.answered(answered("/health/ready", 503));
            log.close();
        }

        assertEquals(
                Array.of(
                        "warning at WARN",
                        "event at INFO", "warning at INFO", "503",
                        "routine at DEBUG", "event at DEBUG", "warning at DEBUG", "200", "503"),
                lines().map(line -> line.contains(" test - ") ? line.split(" - ", 2)[1] : line.split(" ", -1)[4]));
    }

    private static AccessLog.Line answered(String route, int status) {
        boolean isFine = status < 400;
        return new AccessLog.Line(
                new UnixTime(0),
                "req_1",
                "GET",
                route,
                route,
                status,
                isFine ? Option.none() : Option.some("chain_unreachable"),
                isFine ? Option.none() : Option.some("No node of the chain answers."),
                5,
                Option.none(),
                "127.0.0.1");
    }

    private Array<String> lines() {
        return Array.ofAll(written.toString().lines().toList());
    }

    /** Signals when it is written to, and blocks until it is released. */
    private final class SlowlyRead extends Writer {

        private final CountDownLatch writes;
        private final Semaphore reads;

        SlowlyRead(CountDownLatch writes, Semaphore reads) {
            this.writes = writes;
            this.reads = reads;
        }

        @Override
        public void write(char[] text, int offset, int length) {
            writes.countDown();
            reads.acquireUninterruptibly();
            reads.release();
            written.write(text, offset, length);
        }

        @Override
        public void flush() {
            written.flush();
        }

        @Override
        public void close() {}
    }
}
