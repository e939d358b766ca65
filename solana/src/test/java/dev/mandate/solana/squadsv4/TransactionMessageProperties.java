package dev.mandate.solana.squadsv4;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.bytes.ReadProblem;
import io.vavr.control.Either;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.NullMarked;

/** Both forms have the same content, and any bytes have one reading or none. */
@NullMarked
class TransactionMessageProperties {

    @Property
    void bothFormsHaveTheSameMeaning(@ForAll("messages") TransactionMessage message) {
        assertEquals(Either.right(message), TransactionMessage.parseArgument(message.toArgument()));
        assertEquals(Either.right(message), parseStored(stored(message)));
    }

    @Property
    void trailingBytesAreRefusedHereAndIgnoredByTheProgram(
            @ForAll("messages") TransactionMessage message, @ForAll byte extra) {
        ByteWriter out = new ByteWriter();
        out.bytes(message.toArgument());
        out.bytes(Bytes.of(extra));
        assertEquals(
                Either.left(new ReadProblem.TrailingBytes(out.length() - 1, 1)),
                TransactionMessage.parseArgument(out.toBytes()));
        assertEquals(Either.right(message), TransactionMessage.parseArgumentPrefix(out.toBytes()));
    }

    @Property(tries = 5_000)
    void changedArgumentsAreReadExactlyOrRefused(@ForAll("changedArguments") Bytes changed) {
        TransactionMessage.parseArgument(changed)
                .forEach(message -> assertEquals(changed, message.toArgument()));
    }

    @Property(tries = 5_000)
    void changedStoredMessagesAreReadExactlyOrRefused(@ForAll("changedStored") Bytes changed) {
        parseStored(changed).forEach(message -> assertEquals(changed, stored(message)));
    }

    @Provide
    Arbitrary<TransactionMessage> messages() {
        return RandomRecords.ofRecord(TransactionMessage.class);
    }

    @Provide
    Arbitrary<Bytes> changedArguments() {
        return Arbitraries.randomValue(random -> RandomRecords.mutate(next(random).toArgument(), random));
    }

    @Provide
    Arbitrary<Bytes> changedStored() {
        return Arbitraries.randomValue(random -> RandomRecords.mutate(stored(next(random)), random));
    }

    private static TransactionMessage next(Random random) {
        return RandomRecords.record(TransactionMessage.class, random);
    }

    private static Bytes stored(TransactionMessage message) {
        ByteWriter out = new ByteWriter();
        message.writeStored(out);
        return out.toBytes();
    }

    private static Either<ReadProblem, TransactionMessage> parseStored(Bytes bytes) {
        ByteReader in = new ByteReader(bytes);
        return in.finish(TransactionMessage.readStored(in));
    }
}
