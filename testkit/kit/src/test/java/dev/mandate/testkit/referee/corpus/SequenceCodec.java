package dev.mandate.testkit.referee.corpus;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Sequences as lines of JSON; testkit/corpus/README.md describes them. */
final class SequenceCodec {

    private static final String RENT = "InsufficientFundsForRent";
    private static final AccountData NOTHING = new AccountData(BaseUnits.ZERO, Address.ZERO, Bytes.EMPTY, false);

    private final CorpusSetup setup;
    private final Map<Address, Integer> indexes;

    SequenceCodec(CorpusSetup setup) {
        this.setup = setup;
        this.indexes = setup.indexes();
    }

    String write(RecordedSequence sequence) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("number", sequence.number());
        json.put("kind", switch (sequence.kind()) {
            case RULES -> "rules";
            case PROGRAM -> "program";
        });
        ArrayNode steps = json.putArray("steps");
        Map<Address, AccountData> state = setup.accounts();
        for (RecordedStep step : sequence.steps()) {
            write(steps.addObject(), step, state);
            state = after(state, step);
        }
        return json.toString();
    }

    RecordedSequence read(String line) {
        JsonNode json = JsonMapper.shared().readTree(line);
        RecordedSequence.Kind kind = switch (json.get("kind").stringValue()) {
            case "rules" -> RecordedSequence.Kind.RULES;
            case "program" -> RecordedSequence.Kind.PROGRAM;
            default -> throw new IllegalArgumentException("no kind of sequence: " + json.get("kind"));
        };
        List<RecordedStep> steps = new ArrayList<>();
        Map<Address, AccountData> state = setup.accounts();
        for (JsonNode each : json.get("steps")) {
            RecordedStep step = read(each, state);
            steps.add(step);
            state = after(state, step);
        }
        return new RecordedSequence(json.get("number").intValue(), kind, Array.ofAll(steps));
    }

    /** Returns the accounts after a step. */
    static Map<Address, AccountData> after(Map<Address, AccountData> state, RecordedStep step) {
        return step.changed().foldLeft(state, (before, change) -> change._2.isDefined()
                ? before.put(change._1, change._2.get())
                : before.remove(change._1));
    }

    private void write(ObjectNode json, RecordedStep step, Map<Address, AccountData> state) {
        if (step.seconds() != 0) {
            json.put("seconds", step.seconds());
        }
        json.put("payer", index(step.payer()));
        ArrayNode instructions = json.putArray("instructions");
        step.instructions().forEach(instruction -> instructions.addObject()
                .put("program", index(instruction.program()))
                .put("accounts", instruction.accounts().map(this::meta).mkString(" "))
                .put("data", instruction.data().toHex()));
        step.failure().forEach(failure -> write(json.putObject("error"), step, failure));
        if (!step.changed().isEmpty()) {
            ArrayNode changes = json.putArray("changes");
            step.changed().forEach((address, account) -> write(
                    changes.addObject().put("account", index(address)),
                    state.getOrElse(address, NOTHING),
                    account.getOrElse(NOTHING)));
        }
    }

    private String meta(AccountMeta meta) {
        return index(meta.address()) + (meta.signer() ? "s" : "") + (meta.writable() ? "w" : "");
    }

    private void write(ObjectNode json, RecordedStep step, TransactionFailure failure) {
        switch (failure) {
            case TransactionFailure.InstructionFailed(int at, InstructionFailure.Custom(long code)) ->
                json.put("instruction", at).put("code", code);
            case TransactionFailure.InstructionFailed(int at, InstructionFailure.Named(String name)) ->
                json.put("instruction", at).put("name", name);
            case TransactionFailure.InsufficientFundsForRent(int at) ->
                json.put("name", RENT).put("account", index(step.message().staticKeys().get(at)));
            case TransactionFailure.Named(String name) -> json.put("name", name);
        }
    }

    private void write(ObjectNode json, AccountData before, AccountData after) {
        long lamports = Math.subtractExact(after.lamports().bits(), before.lamports().bits());
        if (lamports != 0) {
            json.put("lamportsDelta", lamports);
        }
        if (!after.owner().equals(before.owner())) {
            json.put("owner", index(after.owner()));
        }
        if (after.data().length() != before.data().length()) {
            json.put("length", after.data().length());
        }
        AccountPatch patch = AccountPatch.between(before.data(), after.data());
        if (!patch.pieces().isEmpty()) {
            ArrayNode pieces = json.putArray("data");
            patch.pieces().forEach(piece -> pieces.addArray().add(piece.offset()).add(piece.bytes().toHex()));
        }
    }

    private int index(Address address) {
        return indexes.get(address).get();
    }

    private RecordedStep read(JsonNode json, Map<Address, AccountData> state) {
        Address payer = address(json.get("payer"));
        Array<Instruction> instructions = Array.ofAll(json.get("instructions"))
                .map(each -> new Instruction(
                        address(each.get("program")),
                        metas(each.get("accounts").stringValue()),
                        Bytes.ofHex(each.get("data").stringValue())));
        return new RecordedStep(
                json.path("seconds").asLong(0),
                payer,
                instructions,
                Option.of(json.get("error")).map(failure -> failure(failure, payer, instructions)),
                Array.ofAll(json.path("changes"))
                        .map(each -> {
                            Address address = address(each.get("account"));
                            return Tuple.of(address, account(each, state.getOrElse(address, NOTHING)));
                        })
                        .transform(LinkedHashMap::ofEntries));
    }

    private Array<AccountMeta> metas(String text) {
        return (text.isEmpty() ? Array.<String>empty() : Array.of(text.split(" ", -1))).map(word -> new AccountMeta(
                setup.addresses().get(Integer.parseInt(word.replace("s", "").replace("w", ""))), word.contains("s"), word.contains("w")));
    }

    private TransactionFailure failure(JsonNode json, Address payer, Array<Instruction> instructions) {
        if (json.has("instruction")) {
            return new TransactionFailure.InstructionFailed(
                    json.get("instruction").intValue(),
                    json.has("code")
                            ? new InstructionFailure.Custom(json.get("code").longValue())
                            : new InstructionFailure.Named(json.get("name").stringValue()));
        }
        String name = json.get("name").stringValue();
        return name.equals(RENT)
                ? new TransactionFailure.InsufficientFundsForRent(
                        RecordedStep.message(payer, instructions).staticKeys().indexOf(address(json.get("account"))))
                : new TransactionFailure.Named(name);
    }

    private Option<AccountData> account(JsonNode json, AccountData before) {
        long lamports = before.lamports().bits() + json.path("lamportsDelta").asLong(0);
        List<AccountPatch.Piece> pieces = new ArrayList<>();
        for (JsonNode piece : json.path("data")) {
            pieces.add(new AccountPatch.Piece(piece.get(0).intValue(), Bytes.ofHex(piece.get(1).stringValue())));
        }
        int length = json.path("length").asInt(before.data().length());
        return Option.when(lamports != 0, () -> new AccountData(
                BaseUnits.of(lamports),
                json.has("owner") ? address(json.get("owner")) : before.owner(),
                new AccountPatch(length, pieces).applyTo(before.data()),
                false));
    }

    private Address address(JsonNode index) {
        return setup.addresses().get(index.intValue());
    }
}
