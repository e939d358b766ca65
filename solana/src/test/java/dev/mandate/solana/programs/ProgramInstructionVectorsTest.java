package dev.mandate.solana.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.Vectors;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Instructions as {@code @solana/web3.js} and {@code @solana/spl-token} encode them. */
@NullMarked
class ProgramInstructionVectorsTest {

    static Iterable<JsonNode> vectors() {
        return Vectors.read("web3-programs.json", "instructions");
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void isWrittenAsTheLibraryWritesItAndReadBack(JsonNode vector) {
        Instruction theirs = new Instruction(
                address(vector, "program"),
                Array.ofAll(vector.path("accounts").values())
                        .map(account -> new AccountMeta(
                                address(account, "address"),
                                account.path("signer").asBoolean(),
                                account.path("writable").asBoolean())),
                Vectors.bytes(vector, "data"));
        switch (vector.path("kind").asString()) {
            case "system.transfer" ->
                assertSystem(theirs, new SystemInstruction.Transfer(address(vector, "from"), address(vector, "to"), amount(vector)));
            case "system.createAccount" ->
                assertSystem(
                        theirs,
                        new SystemInstruction.CreateAccount(
                                address(vector, "payer"),
                                address(vector, "account"),
                                amount(vector),
                                vector.path("space").asLong(),
                                address(vector, "owner")));
            case "system.advanceNonce" ->
                assertSystem(theirs, new SystemInstruction.AdvanceNonce(address(vector, "account"), address(vector, "authority")));
            case "system.withdrawNonce" ->
                assertSystem(
                        theirs,
                        new SystemInstruction.WithdrawNonce(
                                address(vector, "account"),
                                address(vector, "to"),
                                address(vector, "authority"),
                                amount(vector)));
            case "system.initializeNonce" ->
                assertSystem(theirs, new SystemInstruction.InitializeNonce(address(vector, "account"), address(vector, "authority")));
            case "budget.unitLimit" ->
                assertBudget(theirs, new ComputeBudgetInstruction.UnitLimit(amount(vector).bits()));
            case "budget.unitPrice" -> assertBudget(theirs, new ComputeBudgetInstruction.UnitPrice(amount(vector)));
            case "budget.heapFrame" ->
                assertBudget(theirs, new ComputeBudgetInstruction.HeapFrame(amount(vector).bits()));
            case "token.transfer" ->
                assertToken(
                        theirs,
                        vector,
                        new TokenInstruction.Transfer(
                                address(vector, "source"),
                                address(vector, "destination"),
                                address(vector, "authority"),
                                cosigners(vector),
                                amount(vector)));
            case "token.transferChecked" ->
                assertToken(
                        theirs,
                        vector,
                        new TokenInstruction.TransferChecked(
                                address(vector, "source"),
                                address(vector, "mint"),
                                address(vector, "destination"),
                                address(vector, "authority"),
                                cosigners(vector),
                                amount(vector),
                                vector.path("decimals").asInt()));
            case "associated.create" ->
                assertAssociated(
                        theirs,
                        vector,
                        new AssociatedTokenInstruction.Create(
                                address(vector, "payer"),
                                address(vector, "owner"),
                                address(vector, "mint"),
                                tokenProgram(vector)));
            case "associated.createIdempotent" ->
                assertAssociated(
                        theirs,
                        vector,
                        new AssociatedTokenInstruction.CreateIdempotent(
                                address(vector, "payer"),
                                address(vector, "owner"),
                                address(vector, "mint"),
                                tokenProgram(vector)));
            case "table.create" ->
                assertTable(
                        // The library makes the authority a signer; the program no longer requires it.
                        new Instruction(
                                theirs.program(),
                                theirs.accounts().update(1, AccountMeta.readonly(address(vector, "authority"))),
                                theirs.data()),
                        new LookupTableInstruction.CreateLookupTable(
                                address(vector, "authority"),
                                address(vector, "payer"),
                                Long.parseUnsignedLong(vector.path("slot").asString())),
                        theirs);
            case "table.extend" ->
                assertTable(
                        theirs,
                        new LookupTableInstruction.Extend(
                                address(vector, "table"),
                                address(vector, "authority"),
                                vector.path("payer").isNull() ? Option.none() : Option.some(address(vector, "payer")),
                                Array.ofAll(vector.path("entries").values())
                                        .map(entry -> Address.of(entry.asString()))),
                        theirs);
            case "table.freeze" ->
                assertTable(
                        theirs,
                        new LookupTableInstruction.Freeze(address(vector, "table"), address(vector, "authority")),
                        theirs);
            case "table.deactivate" ->
                assertTable(
                        theirs,
                        new LookupTableInstruction.Deactivate(address(vector, "table"), address(vector, "authority")),
                        theirs);
            case "table.close" ->
                assertTable(
                        theirs,
                        new LookupTableInstruction.Close(
                                address(vector, "table"), address(vector, "authority"), address(vector, "recipient")),
                        theirs);
            default -> throw new IllegalStateException("no reading for " + vector);
        }
    }

    private static void assertSystem(Instruction theirs, SystemInstruction ours) {
        assertEquals(theirs, SystemProgram.encode(ours));
        assertEquals(Either.right(ours), SystemProgram.decode(theirs));
    }

    private static void assertBudget(Instruction theirs, ComputeBudgetInstruction ours) {
        assertEquals(theirs, ComputeBudgetProgram.encode(ours));
        assertEquals(Either.right(ours), ComputeBudgetProgram.decode(theirs));
    }

    private static void assertToken(Instruction theirs, JsonNode vector, TokenInstruction ours) {
        assertEquals(theirs, tokenProgram(vector).encode(ours));
        assertEquals(Either.right(ours), tokenProgram(vector).decode(theirs));
    }

    private static void assertAssociated(Instruction theirs, JsonNode vector, AssociatedTokenInstruction ours) {
        assertEquals(address(vector, "account"), ours.account().address());
        assertEquals(theirs, AssociatedTokenProgram.encode(ours));
        assertEquals(Either.right(ours), AssociatedTokenProgram.decode(theirs));
    }

    private static void assertTable(Instruction written, LookupTableInstruction ours, Instruction theirs) {
        assertEquals(written, LookupTableProgram.encode(ours));
        assertEquals(Either.right(ours), LookupTableProgram.decode(written));
        assertEquals(Either.right(ours), LookupTableProgram.decode(theirs));
    }

    private static Address address(JsonNode vector, String field) {
        return Vectors.address(vector, field);
    }

    private static BaseUnits amount(JsonNode vector) {
        return BaseUnits.parse(vector.path("amount").asString()).get();
    }

    private static TokenProgram tokenProgram(JsonNode vector) {
        return TokenProgram.valueOf(vector.path("tokenProgram").asString());
    }

    private static Seq<Address> cosigners(JsonNode vector) {
        return Array.ofAll(vector.path("cosigners").values()).map(cosigner -> Address.of(cosigner.asString()));
    }
}
