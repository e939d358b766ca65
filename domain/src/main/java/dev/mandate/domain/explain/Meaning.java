package dev.mandate.domain.explain;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.explain.SignatureNeeds.Validity;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.Tuple2;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.TreeMap;
import io.vavr.control.Option;

/**
 * The meaning of a transaction as JSON in canonical form (RFC 8785): network, fee payer, the durable nonce that it advances, its instructions in
 * order, and of each stored content its account, index and digest. Numbers are strings. Blockhash, compute budget and signatures are left out, so
 * that what was built, what is signed and what is submitted mean the same.
 */
public final class Meaning {

    private static final String COMPUTE_BUDGET = "compute-budget";

    private Meaning() {}

    /** The meaning of a transaction; none if stored content was not read to its end. */
    public static Option<String> of(Network network, SignatureNeeds signature, Array<ExplainedInstruction> instructions) {
        return of(
                network,
                instructions.flatMap(ExplainedInstruction::contents),
                Array.of(
                                Tuple.of("instructions", array(instructions.filter(Meaning::counts).map(one -> instruction(one.decoded())))),
                                Tuple.of("fee_payer", text(signature.signers().head())))
                        .appendAll(nonce(signature.validity())));
    }

    /** The meaning of content that is on the chain; none if it was not read to its end. */
    public static Option<String> ofStored(Network network, ExplainedContent content) {
        return of(network, content.withAll(), Array.empty());
    }

    private static Option<String> of(Network network, Array<ExplainedContent> contents, Array<Tuple2<String, String>> beside) {
        return Option.when(
                // Content that is not understood to its end may name other content.
                contents.forAll(content -> content.digest().isDefined() && !(content.body() instanceof ExplainedContent.Body.Unread)),
                () -> object(beside.append(Tuple.of("contents", array(contents.map(Meaning::content))))
                        .append(Tuple.of("network", text(network.name())))));
    }

    private static boolean counts(ExplainedInstruction one) {
        return !(one.decoded() instanceof DescribedInstruction.Decoded decoded && decoded.programName().equals(COMPUTE_BUDGET));
    }

    private static Option<Tuple2<String, String>> nonce(Validity validity) {
        return switch (validity) {
            case Validity.ByBlockhash hash -> Option.none();
            case Validity.ByNonce(Address account, var authority, var value) -> Option.some(Tuple.of("nonce_account", text(account)));
        };
    }

    private static String content(ExplainedContent content) {
        return object(Array.of(
                        Tuple.of("account", text(content.account())),
                        Tuple.of("multisig", text(content.settings())),
                        Tuple.of("transaction", text(content.transaction())))
                .appendAll(content.digest().map(digest -> Tuple.of("digest", text(Bytes.of(digest.toArray()).toHex()))))
                .appendAll(content.index().map(index -> Tuple.of("index", text(index)))));
    }

    private static String instruction(DescribedInstruction instruction) {
        return switch (instruction) {
            case DescribedInstruction.Decoded decoded -> object(Array.of(
                    Tuple.of("fields", fields(decoded.fields())),
                    Tuple.of("instruction", text(decoded.instruction())),
                    Tuple.of("program", text(decoded.program()))));
            case DescribedInstruction.Unknown(Address program, Array<AccountMeta> accounts, Bytes data, var why) -> object(Array.of(
                    Tuple.of("accounts", array(accounts.map(meta -> text(
                            meta.address() + (meta.signer() ? " signer" : "") + (meta.writable() ? " writable" : ""))))),
                    Tuple.of("data", text(data.toHex())),
                    Tuple.of("program", text(program))));
        };
    }

    private static String fields(Array<Field> fields) {
        return object(fields.map(field -> Tuple.of(field.name(), value(field.value()))));
    }

    /** What a value says, without what was read beside it: mint and decimals are fields of their own where the bytes have them. */
    private static String value(FieldValue value) {
        return switch (value) {
            case FieldValue.Lamports(var amount) -> text(amount);
            case FieldValue.TokenUnits(var amount, var mint, var decimals) -> text(amount);
            case FieldValue.Count(var number) -> text(number);
            case FieldValue.Signed(long number) -> text(number);
            case FieldValue.Key(Address address) -> text(address);
            case FieldValue.Text(String text) -> text(text);
            case FieldValue.Raw(Bytes bytes) -> text(bytes.toHex());
            case FieldValue.Flag(boolean set) -> Boolean.toString(set);
            case FieldValue.Absent absent -> "null";
            case FieldValue.Many(Array<FieldValue> values) -> array(values.map(Meaning::value));
            case FieldValue.Group(Array<Field> group) -> fields(group);
        };
    }

    private static String array(Array<String> items) {
        return items.mkString("[", ",", "]");
    }

    /** Names are ASCII, whose order is that of UTF-16. */
    private static String object(Array<Tuple2<String, String>> members) {
        return TreeMap.<String, String>ofEntries(members).map(member -> text(member._1) + ":" + member._2).mkString("{", ",", "}");
    }

    /** A string as RFC 8785 writes it (3.2.2.2): two characters or {@code \\u00xx} for control characters, all others as they are. */
    private static String text(Object value) {
        StringBuilder out = new StringBuilder("\"");
        value.toString().chars().forEach(character -> {
            switch (character) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\t' -> out.append("\\t");
                case '\n' -> out.append("\\n");
                case '\f' -> out.append("\\f");
                case '\r' -> out.append("\\r");
                default -> out.append(character < ' ' ? "\\u%04x".formatted(character) : String.valueOf((char) character));
            }
        });
        return out.append('"').toString();
    }
}
