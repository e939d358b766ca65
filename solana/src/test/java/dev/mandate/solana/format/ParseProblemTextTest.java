package dev.mandate.solana.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.bytes.ReadProblem;
import dev.mandate.solana.wire.DecompileProblem;
import dev.mandate.solana.wire.MessageHeader;
import dev.mandate.solana.wire.WireProblem;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The message for each reason why bytes are no transaction. */
@NullMarked
final class ParseProblemTextTest {

    private static final Address KEY = Address.ZERO;
    private static final MessageHeader HEADER = new MessageHeader(1, 1, 0);

    private static final Array<WireProblem> WIRE = Array.of(
            new WireProblem.TooLong(1233, 1232),
            new WireProblem.Malformed(new ReadProblem.Truncated(3, 64, 1)),
            new WireProblem.UnknownVersion(65, 2),
            new WireProblem.SignaturesBeforeMessage(65),
            new WireProblem.UnknownConfigBits(0x20),
            new WireProblem.HalfPriorityFee(1),
            new WireProblem.HeapSize(1),
            new WireProblem.TooManySignatures(13, 12),
            new WireProblem.TooManyInstructions(65, 64),
            new WireProblem.SignatureCountMismatch(1, 2),
            new WireProblem.NoFeePayer(HEADER),
            new WireProblem.HeaderExceedsKeys(HEADER, 0),
            new WireProblem.DuplicateKey(KEY, 0, 2),
            new WireProblem.ProgramIndexOutOfRange(0, 9, 3),
            new WireProblem.AccountIndexOutOfRange(0, 1, 9, 3),
            new WireProblem.TooManyKeys(257, 256),
            new WireProblem.EmptyLookup(0, KEY),
            new WireProblem.DuplicateLookup(KEY, 4));

    private static final Array<ReadProblem> READING = Array.of(
            new ReadProblem.Truncated(4, 64, 1),
            new ReadProblem.TrailingBytes(100, 2),
            new ReadProblem.NonCanonicalLength(0),
            new ReadProblem.LengthAboveRange(0),
            new ReadProblem.UnknownTag(0, 2, 1),
            new ReadProblem.ListTooLong(0, 300, 256),
            new ReadProblem.InvalidUtf8(0, 3));

    private static final Array<DecompileProblem> LOOKUPS = Array.of(
            new DecompileProblem.TableMissing(KEY),
            new DecompileProblem.EntryMissing(KEY, 4, 3),
            new DecompileProblem.LoadedTwice(KEY, KEY, 0));

    @Test
    void problemsAreDescribedWithPlaceAndNumbers() {
        assertEquals(
                "the bytes end within what begins at byte 3: it takes 64 and there are 1",
                ParseProblemText.of(new WireProblem.Malformed(new ReadProblem.Truncated(3, 64, 1))));
        assertEquals(
                "instruction 0 calls key 9, and programs stand at 1 to 2",
                ParseProblemText.of(new WireProblem.ProgramIndexOutOfRange(0, 9, 3)));
    }

    @Test
    void everyProblemHasWordsOfItsOwn() {
        assertEquals(
                HashSet.of(WireProblem.class.getPermittedSubclasses()),
                WIRE.<Class<?>>map(Object::getClass).toSet());
        assertEquals(
                HashSet.of(DecompileProblem.class.getPermittedSubclasses()),
                LOOKUPS.<Class<?>>map(Object::getClass).toSet());
        assertEquals(
                HashSet.of(ReadProblem.class.getPermittedSubclasses()),
                READING.<Class<?>>map(Object::getClass).toSet());
        Array<String> words = WIRE.map(ParseProblemText::of)
                .appendAll(READING.map(WireProblem.Malformed::new).map(ParseProblemText::of))
                .appendAll(LOOKUPS.map(ParseProblemText::of));
        assertEquals(words.distinct(), words);
        words.forEach(text -> assertFalse(text.matches(".*[\\[=].*|.*\\.$"), text));
    }
}
