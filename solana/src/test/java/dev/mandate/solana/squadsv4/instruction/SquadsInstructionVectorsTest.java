package dev.mandate.solana.squadsv4.instruction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.Vectors;
import dev.mandate.solana.programs.InstructionProblem;
import dev.mandate.solana.squadsv4.Records;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** All instructions, compared with the npm library. */
@NullMarked
class SquadsInstructionVectorsTest {

    private static final Iterable<JsonNode> VECTORS = Vectors.read("squads-instructions.json", "vectors");

    @Test
    void everyInstructionHasAVector() {
        Set<InstructionType> seen = EnumSet.noneOf(InstructionType.class);
        for (JsonNode vector : VECTORS) {
            seen.add(meaning(vector).type());
        }
        assertEquals(EnumSet.allOf(InstructionType.class), seen);
    }

    @Test
    void encodedInstructionsEqualThoseOfTheLibrary() {
        for (JsonNode vector : VECTORS) {
            assertEquals(
                    corrected(vector), InstructionCodec.V4.encode(meaning(vector)), vector::toString);
        }
    }

    @Test
    void instructionsOfTheLibraryAreReadWithTheSameMeaning() {
        for (JsonNode vector : VECTORS) {
            assertEquals(
                    Either.right(meaning(vector)),
                    InstructionCodec.V4.decode(corrected(vector)),
                    vector::toString);
        }
    }

    @Test
    void closingABufferAsTheLibraryDoesIsRefusedAsTheProgramRefusesIt() {
        int refused = 0;
        for (JsonNode vector : VECTORS) {
            if (meaning(vector) instanceof TransactionBufferClose close) {
                assertEquals(
                        Either.left(new InstructionProblem.NotWritable(2, close.creator())),
                        InstructionCodec.V4.decode(librarys(vector)));
                refused++;
            }
        }
        assertEquals(3, refused);
    }

    private static SquadsInstruction meaning(JsonNode vector) {
        InstructionType type = InstructionType.valueOf(
                vector.path("type").asString().toUpperCase(Locale.ROOT));
        JsonNode fields = vector.path("fields");
        return switch (type) {
            case MULTISIG_ADD_MEMBER ->
                change(fields, new SettingsAction.AddSigner(Records.read(Signer.class, fields.path("newMember"))));
            case MULTISIG_REMOVE_MEMBER ->
                change(fields, new SettingsAction.RemoveSigner(Vectors.address(fields, "oldMember")));
            case MULTISIG_CHANGE_THRESHOLD ->
                change(fields, new SettingsAction.ChangeThreshold(new Threshold(fields.path("newThreshold").asInt())));
            case MULTISIG_SET_TIME_LOCK ->
                change(fields, new SettingsAction.SetTimeLock(new TimeLock(fields.path("timeLock").asLong())));
            case MULTISIG_SET_RENT_COLLECTOR ->
                change(
                        fields,
                        new SettingsAction.SetRentCollector(Option.when(
                                !fields.path("rentCollector").isNull(), () -> Vectors.address(fields, "rentCollector"))));
            case PROPOSAL_APPROVE, PROPOSAL_REJECT, PROPOSAL_CANCEL, PROPOSAL_CANCEL_V2 ->
                Records.read(ProposalVote.class, alone(with(fields, "kind", type.name().substring("PROPOSAL_".length()))));
            case CONFIG_TRANSACTION_ACCOUNTS_CLOSE, VAULT_TRANSACTION_ACCOUNTS_CLOSE ->
                Records.read(TransactionAccountsClose.class, with(fields, "kind", type.name().split("_", 2)[0]));
            default -> ofItsName(type, fields);
        };
    }

    private static MultisigChange change(JsonNode fields, SettingsAction.GovernanceAction action) {
        return new MultisigChange(
                Records.read(ConfigAuthorityAccounts.class, fields.path("accounts")),
                action,
                Option.when(!fields.path("memo").isNull(), () -> fields.path("memo").asString()));
    }

    /** The library lets nobody but the voter sign. */
    private static JsonNode alone(JsonNode vote) {
        return ((ObjectNode) vote).set("alsoSigning", JsonNodeFactory.instance.arrayNode());
    }

    private static JsonNode with(JsonNode fields, String name, String value) {
        return ((ObjectNode) fields.deepCopy()).put(name, value);
    }

    private static SquadsInstruction ofItsName(InstructionType type, JsonNode fields) {
        String name = type.name().replace("_", "");
        for (Class<? extends SquadsInstruction> record : Records.leaves(SquadsInstruction.class)) {
            if (record.getSimpleName().equalsIgnoreCase(name)) {
                return Records.read(record, fields);
            }
        }
        throw new AssertionError("no record for " + type);
    }

    private static Instruction librarys(JsonNode vector) {
        return new Instruction(
                Vectors.address(vector, "program"),
                Array.ofAll(vector.path("accounts").values()).map(account -> Records.account(account.asString())),
                Vectors.bytes(vector, "data"));
    }

    /** The library's instruction, except that the recipient of a closed buffer's rent is writable. */
    private static Instruction corrected(JsonNode vector) {
        Instruction instruction = librarys(vector);
        if (!vector.path("type").asString().equals(InstructionType.TRANSACTION_BUFFER_CLOSE.programName())) {
            return instruction;
        }
        AccountMeta creator = instruction.accounts().get(2);
        return new Instruction(
                instruction.program(),
                instruction.accounts().update(2, AccountMeta.writableSigner(creator.address())),
                instruction.data());
    }
}
