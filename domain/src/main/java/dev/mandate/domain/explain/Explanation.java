package dev.mandate.domain.explain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/**
 * What a transaction does, for people who have to sign it. Nothing in it is called harmless: what is not understood comes first.
 *
 * @param summary one sentence for each outer instruction, the worst first
 * @param money what accounts lose and gain, as far as it is decoded; the rest is unknown
 * @param power who may act for what before and after
 * @param signature none for content that is on the chain: it is no transaction of its own
 * @param messageHash SHA-256 of the message, as hardware wallets show it; none for content that is on the chain
 * @param intentHash of the decoded meaning ({@link Meaning}); none if stored content was not read
 * @param flags what deserves a second look, the dearest first
 * @param stored the content on the chain that is explained; none for a transaction
 */
public record Explanation(
        Array<String> summary,
        Array<ExplainedInstruction> instructions,
        Array<MoneyChange> money,
        Array<PowerChange> power,
        Option<SignatureNeeds> signature,
        Option<Bytes32> messageHash,
        Option<Bytes32> intentHash,
        Array<ExplanationFlag> flags,
        Option<ExplainedContent> stored) {

    /**
     * An explanation of a transaction.
     *
     * @param message its bytes
     * @param fee the most that the fee payer pays beside what the instructions move
     */
    public static Explanation of(
            Network network,
            Bytes message,
            Array<ExplainedInstruction> instructions,
            Array<PowerChange> power,
            SignatureNeeds signature,
            BaseUnits fee,
            Array<ExplanationFlag> flags) {
        return new Explanation(
                ExplainedInstruction.sentences(instructions),
                instructions,
                MoneyTotals.of(instructions)
                        .append(new MoneyChange(
                                signature.signers().head(),
                                new MoneyMove.Asset.Sol(),
                                MoneyChange.Direction.LOSES,
                                new MoneyAmount.AtMost(fee),
                                MoneyChange.Occasion.FEE)),
                power,
                Option.some(signature),
                Option.some(Sha256.of(message)),
                hash(Meaning.of(network, signature, instructions)),
                ExplanationFlag.ordered(flags.appendAll(unread(instructions))),
                Option.none());
    }

    /** An explanation of content that is on the chain. */
    public static Explanation ofStored(
            Network network, ExplainedContent content, Array<PowerChange> power, Array<ExplanationFlag> flags) {
        return new Explanation(
                content.sentences(),
                content.instructions(),
                MoneyTotals.of(content),
                power,
                Option.none(),
                Option.none(),
                hash(Meaning.ofStored(network, content)),
                ExplanationFlag.ordered(flags.appendAll(unread(content.instructions()))
                        .appendAll(parts(content).filter(ExplainedContent::isUnread).map(part -> new ExplanationFlag(
                                ExplanationFlag.Code.CONTENT_UNREAD, Option.none(), Option.some(part.transaction()), ExplanationFlag.Certainty.CERTAIN)))),
                Option.some(content));
    }

    /** The same with {@code unread} parts, whose meaning nobody knows. */
    public Explanation withUnread(Array<ExplanationFlag> unread) {
        return new Explanation(
                summary,
                instructions,
                money,
                power,
                signature,
                messageHash,
                Option.none(),
                ExplanationFlag.ordered(flags.appendAll(unread)),
                stored);
    }

    /** Whether all of it is understood, stored content included. It says nothing about whether it should be signed. */
    public boolean isUnderstood() {
        return !flags.exists(flag ->
                flag.code() == ExplanationFlag.Code.UNKNOWN_PROGRAM || flag.code() == ExplanationFlag.Code.CONTENT_UNREAD);
    }

    /** This content, and the transactions of a batch. */
    private static Array<ExplainedContent> parts(ExplainedContent content) {
        return Array.of(content).appendAll(content.body() instanceof ExplainedContent.Body.OfBatch batch
                ? batch.parts().map(ExplainedContent.Body.OfBatch.Part::content)
                : Array.<ExplainedContent>empty());
    }

    private static Option<Bytes32> hash(Option<String> meaning) {
        return meaning.map(text -> Sha256.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static Array<ExplanationFlag> unread(Array<ExplainedInstruction> instructions) {
        return instructions.flatMap(one -> one.unknownPrograms()
                .map(program -> flag(ExplanationFlag.Code.UNKNOWN_PROGRAM, one, program))
                .appendAll(one.contents()
                        .filter(ExplainedContent::isUnread)
                        .map(content -> flag(ExplanationFlag.Code.CONTENT_UNREAD, one, content.transaction()))));
    }

    private static ExplanationFlag flag(ExplanationFlag.Code code, ExplainedInstruction at, Address about) {
        return new ExplanationFlag(code, Option.some(at.number()), Option.some(about), ExplanationFlag.Certainty.CERTAIN);
    }
}
