package dev.mandate.solana.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.solana.Vectors;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Compares every byte with {@code TransactionMessage.compileToLegacyMessage} and {@code compileToV0Message} of the npm library. */
@NullMarked
class MessageVectorsTest {

    record Sample(String name, JsonNode vector) {
        @Override
        public String toString() {
            return name;
        }

        Message message() {
            return new Message(
                    MessageVersion.valueOf(vector.path("version").asString()),
                    Vectors.address(vector, "feePayer"),
                    new Blockhash(Vectors.address(vector, "lifetime").bytes()),
                    Array.ofAll(vector.path("instructions").values()).map(Sample::instruction),
                    Array.ofAll(vector.path("tables").values()).map(Sample::table));
        }

        private static Instruction instruction(JsonNode node) {
            return new Instruction(
                    Vectors.address(node, "program"),
                    Array.ofAll(node.path("accounts").values())
                            .map(account -> new AccountMeta(
                                    Vectors.address(account, "address"),
                                    account.path("signer").asBoolean(),
                                    account.path("writable").asBoolean())),
                    Vectors.bytes(node, "data"));
        }

        private static LookupTable table(JsonNode node) {
            return new LookupTable(
                    Vectors.address(node, "table"),
                    Array.ofAll(node.path("entries").values()).map(entry -> Address.of(entry.asString())));
        }
    }

    static Iterable<Sample> samples() {
        return Array.ofAll(Vectors.read("web3-messages.json", "messages"))
                .map(vector -> new Sample(vector.path("name").asString(), vector));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void compilesToTheLibrarysBytes(Sample sample) {
        CompiledMessage compiled = MessageCompiler.compile(sample.message()).get();
        assertEquals(Vectors.bytes(sample.vector(), "message"), compiled.serialize());
        assertEquals(
                Vectors.bytes(sample.vector(), "unsigned"),
                WireTransaction.unsigned(compiled).serialize());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void parsesTheLibrarysBytesToTheCompiledMessage(Sample sample) {
        CompiledMessage compiled = MessageCompiler.compile(sample.message()).get();
        assertEquals(Either.right(compiled), CompiledMessage.parse(Vectors.bytes(sample.vector(), "message")));
        assertEquals(
                Either.right(WireTransaction.unsigned(compiled)),
                WireTransaction.parse(Vectors.bytes(sample.vector(), "unsigned")));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void signaturesTakeTheLibrarysSlotsInAnySigningOrder(Sample sample) {
        WireTransaction transaction =
                WireTransaction.parse(Vectors.bytes(sample.vector(), "unsigned")).get();
        assertEquals(transaction.message().requiredSigners(), transaction.missingSigners());
        for (JsonNode step : sample.vector().path("signed").values()) {
            transaction = transaction
                    .withSignature(Vectors.address(step, "signer"), new Signature(Vectors.bytes(step, "signature")))
                    .get();
            assertEquals(Vectors.bytes(step, "transaction"), transaction.serialize());
            assertEquals(Either.right(transaction), WireTransaction.parse(transaction.serialize()));
        }
        assertEquals(Array.empty(), Array.ofAll(transaction.missingSigners()));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aDecompiledMessageCompilesToTheSameBytes(Sample sample) {
        Message message = sample.message();
        CompiledMessage compiled = MessageCompiler.compile(message).get();
        Message decompiled = compiled.decompile(message.lookupTables()).get();
        assertEquals(message.feePayer(), decompiled.feePayer());
        assertEquals(
                message.instructions().map(Instruction::program).toArray(),
                decompiled.instructions().map(Instruction::program).toArray());
        assertEquals(
                message.instructions().map(Instruction::data).toArray(),
                decompiled.instructions().map(Instruction::data).toArray());
        assertEquals(Either.right(compiled), MessageCompiler.compile(decompiled));
    }
}
