package dev.mandate.adapters.http.helidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.helidon.common.buffers.DataReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Nobody can tell it from Helidon's own reader, but by what it keeps. */
class ForgettingReaderProperties {

    private static final List<Function<DataReader, Object>> QUESTIONS = List.of(
            DataReader::available,
            DataReader::read,
            DataReader::lookup,
            DataReader::startsWithNewLine,
            DataReader::readLine,
            DataReader::debugDataHex,
            reader -> reader.readBuffer().readString(1, StandardCharsets.US_ASCII),
            reader -> done(reader::pullData),
            reader -> done(reader::ensureAvailable),
            reader -> done(() -> reader.skip(2)),
            reader -> done(() -> reader.skip(5)),
            reader -> reader.startsWith(new byte[] {'\r', '\n'}),
            reader -> reader.startsWith(new byte[] {'a', 'b', 'c'}),
            reader -> reader.getBuffer(4).readString(4, StandardCharsets.US_ASCII),
            reader -> reader.readBuffer(3).readString(3, StandardCharsets.US_ASCII),
            reader -> reader.readLazyString(StandardCharsets.US_ASCII, 4).stripOws(),
            reader -> reader.readAsciiString(3),
            reader -> Arrays.toString(reader.readBytes(6)),
            reader -> reader.findNewLine(7),
            reader -> reader.findOrNewLine((byte) 'c', 9));

    /** Lines, and pieces of them, cut anywhere. */
    @Provide
    Arbitrary<List<String>> pieces() {
        return Arbitraries.strings()
                .withChars('a', 'b', 'c')
                .ofMaxLength(6)
                .flatMap(word -> Arbitraries.of(word + "\r\n", word + "a", "\r\n" + word, word + "\r"))
                .list()
                .ofMinSize(1)
                .ofMaxSize(8);
    }

    @Provide
    Arbitrary<List<Integer>> questions() {
        return Arbitraries.integers().between(0, QUESTIONS.size() - 1).list().ofMinSize(1).ofMaxSize(30);
    }

    @Property(tries = 5_000, edgeCases = EdgeCasesMode.NONE)
    void readsWhatHelidonsOwnReads(
            @ForAll("pieces") List<String> pieces, @ForAll("questions") List<Integer> questions) {
        DataReader own = DataReader.create(source(pieces));
        DataReader forgetting = new ForgettingReader(source(pieces));
        for (int question : questions) {
            Object answer = answer(own, question);
            assertEquals(answer, answer(forgetting, question), () -> "question " + question + " to " + pieces);
            if (answer instanceof Refused) {
                return;
            }
        }
    }

    @Example
    void letsGoOfWhatWasRead() {
        ForgettingReader reader = new ForgettingReader(source(List.of("one\r\ntwo\r\n", "three\r\n")));
        reader.ensureAvailable();
        DataReader first = reader.unread();

        assertEquals("one", reader.readLine());
        assertSame(first, reader.unread(), "there is more in it");
        assertEquals("two", reader.readLine());
        assertNotSame(first, reader.unread());
        assertEquals("three", reader.readLine());
    }

    /** An error is an answer too, and the last one. */
    private static Object answer(DataReader reader, int question) {
        try {
            return QUESTIONS.get(question).apply(reader);
        } catch (RuntimeException refused) {
            return new Refused(refused.getClass(), String.valueOf(refused.getMessage()));
        }
    }

    /** How a question was refused. */
    private record Refused(Class<?> kind, String message) {}

    private static String done(Runnable work) {
        work.run();
        return "done";
    }

    private static Supplier<byte[]> source(List<String> pieces) {
        Queue<String> left = new ArrayDeque<>(pieces);
        return () -> {
            String next = left.poll();
            return next == null ? null : next.getBytes(StandardCharsets.US_ASCII);
        };
    }
}
