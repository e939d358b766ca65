package dev.mandate.ports.refusal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** One refusal, and how a client shall be told of it. */
record Told(Object refusal, Failure failure, int status, ErrorCode code, String field, List<String> facts) {

    /** Of no field. */
    static Told whole(Object refusal, Failure failure, int status, ErrorCode code, String... facts) {
        return new Told(refusal, failure, status, code, "", List.of(facts));
    }

    static Told at(String field, Object refusal, Failure failure, int status, ErrorCode code, String... facts) {
        return new Told(refusal, failure, status, code, field, List.of(facts));
    }

    /** An address that nobody else has. */
    static Address address(String name) {
        return Address.of(Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), 32));
    }

    void check() {
        String which = refusal.toString();
        assertEquals(code, failure.code(), which);
        assertEquals(status, failure.code().status(), which);
        assertEquals(field, failure.problems().headOption().map(Problem::field).getOrElse(""), which);
        for (Problem problem : failure.problems()) {
            assertSentence(problem.message(), which);
        }
        assertSentence(failure.message(), which);
        failure.remedy().forEach(remedy -> assertSentence(remedy, which));
        for (String fact : facts) {
            String[] parts = fact.split("=", 2);
            assertEquals(parts[1], failure.facts().get(parts[0]).getOrElse("no such fact"), which + ": " + parts[0]);
        }
    }

    /** What is told is a sentence for people: no record's toString, no type's name, no secret of a node. */
    private static void assertSentence(String text, String which) {
        assertTrue(text.endsWith("."), which + ": " + text);
        assertFalse(text.endsWith(".."), which + ": " + text);
        assertTrue(Character.isUpperCase(text.charAt(0)) || !Character.isLetter(text.charAt(0)) || isAddress(text), text);
        assertFalse(text.matches(".*[A-Za-z]\\[.*"), which + ": " + text);
        assertFalse(text.contains("node-secret"), which + ": " + text);
    }

    private static boolean isAddress(String text) {
        return text.indexOf(' ') >= 32;
    }
}
