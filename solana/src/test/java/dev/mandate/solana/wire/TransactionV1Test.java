package dev.mandate.solana.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.solana.Vectors;
import dev.mandate.solana.bytes.ReadProblem;
import dev.mandate.solana.crypto.StrictEd25519;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Transactions of version 1, whose bytes two other encoders wrote alike, and broken ones. */
@NullMarked
class TransactionV1Test {

    private static final Address PAYER = Messages.address(1);
    private static final Address PROGRAM = Messages.address(2);

    private static final Map<String, Class<?>> RULES = HashMap.<String, Class<?>>of(
            "one priority-fee bit only", WireProblem.HalfPriorityFee.class,
            "unknown config bit", WireProblem.UnknownConfigBits.class,
            "duplicate address", WireProblem.DuplicateKey.class,
            "more than 64 addresses", WireProblem.TooManyKeys.class,
            "more than 64 instructions", WireProblem.TooManyInstructions.class,
            "more than 12 signatures", WireProblem.TooManySignatures.class,
            "fee payer read-only", WireProblem.NoFeePayer.class,
            "no signature required", WireProblem.NoFeePayer.class,
            "fewer addresses than the header needs", WireProblem.HeaderExceedsKeys.class,
            "program index out of range", WireProblem.ProgramIndexOutOfRange.class)
            .merge(HashMap.<String, Class<?>>of(
                    "account index out of range", WireProblem.AccountIndexOutOfRange.class,
                    "program is the fee payer", WireProblem.ProgramIndexOutOfRange.class,
                    "heap size not a multiple of 1,024 in 32,768..262,144", WireProblem.HeapSize.class,
                    "over 4,096 bytes", WireProblem.TooLong.class,
                    "version byte is not 129", WireProblem.UnknownVersion.class,
                    "signatures in front of the message (the order of legacy and v0)",
                            WireProblem.SignaturesBeforeMessage.class));

    static Iterable<JsonNode> valid() {
        return Vectors.read("transaction-v1.json", "valid");
    }

    static Iterable<JsonNode> invalid() {
        return Array.ofAll(Vectors.read("transaction-v1.json", "invalid"))
                .reject(vector -> rule(vector).equals("a signature is wrong"));
    }

    private static String rule(JsonNode vector) {
        return vector.path("rule").asString();
    }

    @ParameterizedTest
    @MethodSource("valid")
    void readsAndWritesTransactionsOfOtherImplementations(JsonNode vector) {
        Bytes bytes = Vectors.bytes(vector, "transaction");
        WireTransaction transaction = WireTransaction.parse(bytes).get();
        CompiledMessage message = transaction.message();
        assertEquals(bytes, transaction.serialize());
        assertEquals(bytes.slice(0, vector.path("messageLength").asInt()), message.serialize());
        assertEquals(Either.right(message), CompiledMessage.parse(message.serialize()));
        JsonNode header = vector.path("header");
        assertEquals(
                new MessageHeader(header.get(0).asInt(), header.get(1).asInt(), header.get(2).asInt()), message.header());
        assertEquals(config(vector.path("config")), message.config());
        assertEquals(new Blockhash(Vectors.address(vector, "lifetime").bytes()), message.lifetime());
        assertEquals(
                Array.ofAll(vector.path("addresses").values()).map(JsonNode::asString),
                message.staticKeys().map(Address::toString).toArray());
        assertEquals(
                Array.ofAll(vector.path("instructions").values()).map(TransactionV1Test::instruction),
                message.instructions().toArray());
        assertTrue(areSignaturesValid(transaction));
        Message meant = message.decompile(Array.empty()).get();
        assertEquals(message.config(), meant.config());
        assertEquals(
                Either.right(meant),
                MessageCompiler.compile(meant).get().decompile(Array.empty()));
    }

    private static TransactionConfig config(JsonNode config) {
        return new TransactionConfig(
                set(config, "priorityFee").map(fee -> Long.parseUnsignedLong(fee.asString())),
                set(config, "computeUnitLimit").map(JsonNode::asLong),
                set(config, "loadedAccountsDataSizeLimit").map(JsonNode::asLong),
                set(config, "heapSize").map(JsonNode::asInt));
    }

    private static Option<JsonNode> set(JsonNode config, String field) {
        return Option.of(config.get(field)).filter(value -> !value.isNull());
    }

    private static CompiledInstruction instruction(JsonNode instruction) {
        JsonNode accounts = instruction.path("accounts");
        byte[] indexes = new byte[accounts.size()];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = (byte) accounts.get(i).asInt();
        }
        return new CompiledInstruction(
                instruction.path("program").asInt(), Bytes.of(indexes), Vectors.bytes(instruction, "data"));
    }

    private static boolean areSignaturesValid(WireTransaction transaction) {
        Bytes signed = transaction.message().serialize();
        return transaction.message().requiredSigners().zip(transaction.signatures()).forAll(slot ->
                new StrictEd25519().check(slot._1, signed, slot._2) == SignatureCheck.Verdict.VALID);
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void refusesTransactionsThatBreakARule(JsonNode vector) {
        Either<WireProblem, WireTransaction> read = WireTransaction.parse(Vectors.bytes(vector, "transaction"));
        assertTrue(read.isLeft(), () -> rule(vector));
        RULES.get(rule(vector)).forEach(expected -> assertEquals(expected, read.getLeft().getClass()));
        if (rule(vector).equals("trailing bytes")) {
            assertTrue(read.getLeft() instanceof WireProblem.Malformed(ReadProblem.TrailingBytes trailing));
        }
    }

    @Test
    void aWrongSignatureIsReadAndNotValid() {
        Array<JsonNode> wrong = Array.ofAll(Vectors.read("transaction-v1.json", "invalid"))
                .filter(vector -> rule(vector).equals("a signature is wrong"));
        assertEquals(1, wrong.size());
        assertFalse(areSignaturesValid(
                WireTransaction.parse(Vectors.bytes(wrong.head(), "transaction")).get()));
    }

    /** No two spellings: whatever byte is changed, the result is refused, or it is another transaction with exactly its bytes. */
    @Test
    void eachChangedByteIsRefusedOrAnotherTransaction() {
        WireTransaction transaction = WireTransaction.unsigned(compiled(
                        call(3, AccountMeta.writableSigner(Messages.address(3)), AccountMeta.readonly(Messages.address(4))),
                        call(0))
                .get());
        byte[] bytes = transaction.serialize().toArray();
        for (int at = 0; at < bytes.length; at++) {
            for (int change = 1; change < 256; change++) {
                byte[] changed = bytes.clone();
                changed[at] ^= (byte) change;
                Bytes mutated = Bytes.of(changed);
                WireTransaction.parse(mutated).forEach(read -> {
                    assertEquals(mutated, read.serialize());
                    assertNotEquals(transaction, read);
                });
            }
        }
    }

    @Test
    void compilesUpToItsLimits() {
        assertTrue(compiled(signedBy(12)).isRight());
        assertEquals(Either.left(new CompileProblem.TooManySigners(13, 12)), compiled(signedBy(13)));
        assertTrue(compiled(calls(64)).isRight());
        assertEquals(Either.left(new CompileProblem.TooManyInstructions(65, 64)), compiled(calls(65)));
        assertTrue(compiled(naming(64)).isRight());
        assertEquals(Either.left(new CompileProblem.TooManyKeys(65, 64)), compiled(naming(65)));
        assertTrue(compiled(crowded(255)).isRight());
        assertEquals(
                Either.left(new CompileProblem.TooManyInstructionAccounts(1, 256, 255)), compiled(call(0), crowded(256)));
        int spare = 4_096 - WireTransaction.unsigned(compiled(call(0)).get()).serializedLength();
        assertEquals(
                4_096, WireTransaction.unsigned(compiled(call(spare)).get()).serializedLength());
        assertEquals(Either.left(new CompileProblem.TooLong(4_097, 4_096)), compiled(call(spare + 1)));
    }

    /** Returns an instruction that makes so many signers with the payer. */
    private static Instruction signedBy(int signers) {
        return call(0, Array.range(1, signers).map(number -> AccountMeta.signer(Messages.address(10 + number))));
    }

    /** Returns an instruction that makes so many keys with payer and program. */
    private static Instruction naming(int keys) {
        return call(0, Array.range(2, keys).map(number -> AccountMeta.readonly(Messages.address(10 + number))));
    }

    private static Instruction crowded(int accounts) {
        return call(0, Array.fill(accounts, AccountMeta.readonly(Messages.address(9))));
    }

    private static Instruction[] calls(int count) {
        return Array.fill(count, call(0)).toJavaArray(Instruction[]::new);
    }

    private static Instruction call(int dataLength, AccountMeta... accounts) {
        return call(dataLength, Array.of(accounts));
    }

    private static Instruction call(int dataLength, Array<AccountMeta> accounts) {
        return new Instruction(PROGRAM, accounts, Bytes.of(new byte[dataLength]));
    }

    private static Either<CompileProblem, CompiledMessage> compiled(Instruction... instructions) {
        return MessageCompiler.compile(new Message(
                MessageVersion.V1,
                PAYER,
                new Blockhash(Bytes32.ZERO),
                new TransactionConfig(
                        Option.some(5L), Option.some(200_000L), Option.some(1_500_000L), Option.some(65_536)),
                Array.of(instructions),
                Array.empty()));
    }
}
