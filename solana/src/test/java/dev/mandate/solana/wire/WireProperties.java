package dev.mandate.solana.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ReadProblem;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.statistics.Statistics;
import org.jspecify.annotations.NullMarked;

/** Properties of all messages and of all bytes. */
@NullMarked
class WireProperties {

    @Property
    void serializedTransactionsParseToThemselves(@ForAll("compiled") CompiledMessage message, @ForAll @Size(64) byte[] signed) {
        assertEquals(Either.right(message), CompiledMessage.parse(message.serialize()));
        WireTransaction unsigned = WireTransaction.unsigned(message);
        assertEquals(Either.right(unsigned), WireTransaction.parse(unsigned.serialize()));
        signed[0] = 1;
        Address last = message.requiredSigners().last();
        WireTransaction partly =
                unsigned.withSignature(last, new Signature(Bytes.of(signed))).get();
        assertEquals(Either.right(partly), WireTransaction.parse(partly.serialize()));
        assertEquals(message.requiredSigners().init().toArray(), partly.missingSigners().toArray());
    }

    @Property
    void compilingKeepsTheMeaning(@ForAll("messages") Message message) {
        Either<CompileProblem, CompiledMessage> result = MessageCompiler.compile(message);
        Statistics.label("compiled").collect(result.isRight());
        Assume.that(result.isRight());
        CompiledMessage compiled = result.get();
        Message meant = compiled.decompile(message.lookupTables()).get();
        assertEquals(message.version(), meant.version());
        assertEquals(message.feePayer(), meant.feePayer());
        assertEquals(message.lifetime(), meant.lifetime());
        assertEquals(message.config(), meant.config());
        assertEquals(message.instructions().size(), meant.instructions().size());
        Set<Address> signers = HashSet.of(message.feePayer())
                .addAll(accounts(message).filter(AccountMeta::signer).map(AccountMeta::address));
        Set<Address> writable = HashSet.of(message.feePayer())
                .addAll(accounts(message).filter(AccountMeta::writable).map(AccountMeta::address));
        for (int i = 0; i < message.instructions().size(); i++) {
            Instruction before = message.instructions().get(i);
            Instruction after = meant.instructions().get(i);
            assertEquals(before.program(), after.program());
            assertEquals(before.data(), after.data());
            assertEquals(
                    before.accounts()
                            .map(account -> new AccountMeta(
                                    account.address(),
                                    signers.contains(account.address()),
                                    writable.contains(account.address())))
                            .toArray(),
                    after.accounts().toArray());
        }
        assertEquals(signers, compiled.requiredSigners().toSet());
        assertEquals(Either.right(compiled), MessageCompiler.compile(meant));
    }

    @Property(tries = 8_000)
    void mutatedTransactionsAreRefusedOrMeanExactlyTheirBytes(
            @ForAll("compiled") CompiledMessage message, @ForAll("mutations") List<Mutation> mutations) {
        byte[] bytes = WireTransaction.unsigned(message).serialize().toArray();
        for (Mutation mutation : mutations) {
            bytes = mutation.applyTo(bytes);
        }
        Bytes mutated = Bytes.of(bytes);
        Either<WireProblem, WireTransaction> parsed = WireTransaction.parse(mutated);
        Statistics.label("mutated bytes accepted").collect(parsed.isRight());
        parsed.forEach(transaction -> {
            assertEquals(mutated, transaction.serialize());
            assertSane(transaction.message());
        });
    }

    @Property(tries = 3_000)
    void mutatedMessagesAreRefusedOrMeanExactlyTheirBytes(
            @ForAll("compiled") CompiledMessage message, @ForAll("mutations") List<Mutation> mutations) {
        byte[] bytes = message.serialize().toArray();
        for (Mutation mutation : mutations) {
            bytes = mutation.applyTo(bytes);
        }
        Bytes mutated = Bytes.of(bytes);
        CompiledMessage.parse(mutated).forEach(parsed -> {
            assertEquals(mutated, parsed.serialize());
            assertSane(parsed);
        });
    }

    @Property
    void anyBytesAreRefusedOrMeanExactlyThemselves(@ForAll @Size(max = 4200) byte[] content) {
        Bytes bytes = Bytes.of(content);
        WireTransaction.parse(bytes).forEach(parsed -> assertEquals(bytes, parsed.serialize()));
        CompiledMessage.parse(bytes).forEach(parsed -> assertEquals(bytes, parsed.serialize()));
    }

    @Property(tries = 200)
    void everyPrefixIsTruncatedAndEveryExtensionTrails(@ForAll("compiled") CompiledMessage message, @ForAll byte more) {
        byte[] bytes = WireTransaction.unsigned(message).serialize().toArray();
        for (int length = 0; length < bytes.length; length++) {
            assertTrue(WireTransaction.parse(Bytes.of(bytes, 0, length)).getLeft()
                    instanceof WireProblem.Malformed(ReadProblem.Truncated truncated));
        }
        if (bytes.length < WireTransaction.maxLength(message.version())) {
            byte[] extended = Arrays.copyOf(bytes, bytes.length + 1);
            extended[bytes.length] = more;
            assertEquals(
                    Either.left(new WireProblem.Malformed(new ReadProblem.TrailingBytes(bytes.length, 1))),
                    WireTransaction.parse(Bytes.of(extended)));
        }
    }

    @Property
    void decompilingWithWrongTablesIsRefusedAndNeverThrows(
            @ForAll("compiled") CompiledMessage message, @ForAll @IntRange(max = 12) int entries) {
        Array<Address> held = Array.range(0, entries).map(number -> Messages.address(200 + number));
        Array<LookupTable> tables =
                message.lookups().map(lookup -> new LookupTable(lookup.table(), held)).toArray();
        int highest = message.lookups()
                .flatMap(lookup -> Array.ofAll(lookup.writableIndexes().toArray())
                        .appendAll(Array.ofAll(lookup.readonlyIndexes().toArray())))
                .map(index -> index & 0xff)
                .max()
                .getOrElse(-1);
        Either<DecompileProblem, Message> meant = message.decompile(tables);
        if (highest >= entries) {
            assertTrue(meant.isLeft());
        }
        if (!message.lookups().isEmpty()) {
            assertEquals(
                    Either.left(new DecompileProblem.TableMissing(message.lookups().get(0).table())),
                    message.decompile(Array.empty()));
        }
    }

    private static Array<AccountMeta> accounts(Message message) {
        return Array.ofAll(message.instructions()).flatMap(Instruction::accounts);
    }

    /** Checks the runtime's rules with an independent implementation. */
    private static void assertSane(CompiledMessage message) {
        MessageHeader header = message.header();
        int keys = message.staticKeys().size();
        int loaded = message.lookups()
                .map(lookup -> lookup.writableIndexes().length() + lookup.readonlyIndexes().length())
                .sum()
                .intValue();
        assertTrue(header.requiredSignatures() - header.readonlySigned() >= 1);
        assertTrue(keys - header.requiredSignatures() - header.readonlyUnsigned() >= 0);
        assertEquals(keys, message.staticKeys().distinct().size());
        boolean first = message.version() == MessageVersion.V1;
        assertTrue(keys + loaded <= (first ? 64 : 256));
        if (first) {
            assertTrue(header.requiredSignatures() <= 12);
            assertTrue(message.instructions().size() <= 64);
            assertTrue(message.lookups().isEmpty());
            assertTrue(message.config().heapSize().forAll(bytes -> bytes % 1_024 == 0 && bytes >= 32_768 && bytes <= 262_144));
        }
        for (CompiledInstruction instruction : message.instructions()) {
            assertTrue(instruction.programIndex() > 0 && instruction.programIndex() < keys);
            for (byte index : instruction.accountIndexes().toArray()) {
                assertTrue((index & 0xff) < keys + loaded);
            }
        }
    }

    @Provide
    Arbitrary<Message> messages() {
        return Messages.any();
    }

    @Provide
    Arbitrary<CompiledMessage> compiled() {
        return Messages.compiled();
    }

    @Provide
    Arbitrary<List<Mutation>> mutations() {
        Arbitrary<Mutation.Kind> kinds = Arbitraries.of(Mutation.Kind.class);
        // Lengths, indexes and counts are small numbers, and most errors are off by one.
        Arbitrary<Byte> values = Arbitraries.oneOf(
                Arbitraries.bytes(), Arbitraries.bytes().between((byte) 0, (byte) 8), Arbitraries.of((byte) 0x80, (byte) 0xff));
        return Combinators.combine(kinds, Arbitraries.integers().between(0, 100_000), values)
                .as(Mutation::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3);
    }

    /**
     * A change of bytes.
     *
     * @param where taken modulo the length
     */
    record Mutation(Kind kind, int where, byte value) {

        enum Kind {
            REPLACE,
            ADD,
            INSERT,
            REMOVE,
            CUT,
            COPY_KEY
        }

        byte[] applyTo(byte[] bytes) {
            if (bytes.length < 100) {
                return bytes;
            }
            int at = where % bytes.length;
            byte[] changed = bytes.clone();
            switch (kind) {
                case REPLACE -> changed[at] = value;
                case ADD -> changed[at] += (byte) (value % 3);
                case INSERT -> {
                    changed = Arrays.copyOf(bytes, bytes.length + 1);
                    System.arraycopy(bytes, at, changed, at + 1, bytes.length - at);
                    changed[at] = value;
                }
                case REMOVE -> {
                    changed = Arrays.copyOf(bytes, bytes.length - 1);
                    System.arraycopy(bytes, at + 1, changed, at, bytes.length - at - 1);
                }
                case CUT -> changed = Arrays.copyOf(bytes, at);
                case COPY_KEY -> System.arraycopy(bytes, at % (bytes.length - 64), changed, at % (bytes.length - 64) + 32, 32);
            }
            return changed;
        }
    }
}
