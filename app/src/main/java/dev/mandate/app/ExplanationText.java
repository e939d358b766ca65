package dev.mandate.app;

import dev.mandate.domain.explain.AddressNames;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.domain.explain.ExplainedContent.Body;
import dev.mandate.domain.explain.ExplainedContent;
import dev.mandate.domain.explain.ExplainedInstruction;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.explain.ExplanationFlag;
import dev.mandate.domain.explain.FactSource;
import dev.mandate.domain.explain.IntentWords;
import dev.mandate.domain.explain.MoneyAmount;
import dev.mandate.domain.explain.MoneyChange;
import dev.mandate.domain.explain.MoneyMove.Asset;
import dev.mandate.domain.explain.SettingsSentences;
import dev.mandate.domain.explain.SignatureNeeds;
import dev.mandate.domain.explain.SignatureNeeds.Validity;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.api.refusal.RefusalText;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import picocli.CommandLine.Help.Ansi;

/** An explanation as lines for people. What is not understood comes first, in red where the terminal has colours. */
record ExplanationText(Ansi ansi, AddressNames names) {

    Array<String> lines(Explanation explanation) {
        return all(explanation).map(names::beside);
    }

    /** All but the instructions in order, the signers and the hashes. */
    Array<String> brief(Explanation explanation) {
        return head(explanation)
                .appendAll(money(explanation))
                .appendAll(power(explanation))
                .appendAll(explanation.signature().toArray().flatMap(needs -> Array.of("", validity(needs.validity()))))
                .map(names::beside);
    }

    private Array<String> head(Explanation explanation) {
        Array<String> lines = Array.of(bold("What it does, the worst first"))
                .appendAll(explanation.summary().zipWithIndex().map(one -> "  " + (one._2 + 1) + ". " + one._1));
        return explanation.flags().isEmpty()
                ? lines
                : lines.append("").append(bold("Look twice")).appendAll(explanation.flags().map(this::flag));
    }

    private Array<String> money(Explanation explanation) {
        return Array.of("", bold("Money")).appendAll(explanation.money().map(ExplanationText::change));
    }

    private Array<String> power(Explanation explanation) {
        return explanation.power().isEmpty()
                ? Array.empty()
                : Array.of("", bold("Power")).appendAll(explanation.power().flatMap(PowerText::lines));
    }

    private Array<String> all(Explanation explanation) {
        Array<String> lines = head(explanation);
        lines = lines.appendAll(money(explanation)).appendAll(power(explanation));
        lines = lines.appendAll(explanation.signature().toArray().flatMap(this::signature));
        lines = lines.append("").append(bold("Instructions, in order")).appendAll(tree(explanation.instructions(), "  "));
        return lines.append("").append(bold("Hashes")).appendAll(hashes(explanation));
    }

    private String bold(String text) {
        return ansi.new Text("@|bold " + text + "|@").toString();
    }

    private String red(String text) {
        return ansi.enabled() ? "\u001b[31m" + text + "\u001b[39m" : text;
    }

    private String flag(ExplanationFlag flag) {
        String line = "  " + RefusalText.word(flag.code())
                + flag.instruction().map(number -> ", instruction " + (number + 1)).getOrElse("")
                + flag.address().map(address -> ": " + address).getOrElse("")
                + (flag.certainty() == ExplanationFlag.Certainty.UNKNOWN ? " (not known: the chain was not read far enough)" : "");
        return red(line);
    }

    private static String change(MoneyChange change) {
        String what = switch (change.asset()) {
            case Asset.Sol sol -> "SOL";
            case Asset.Tokens(Option<Address> mint) -> mint.map(token -> "base units of " + token).getOrElse("base units of an unnamed token");
            case Asset.Anything anything -> "anything";
        };
        String much = switch (change.amount()) {
            case MoneyAmount.Exact(BaseUnits amount) -> number(change, amount) + " " + what;
            case MoneyAmount.AtMost(BaseUnits amount) -> "at most " + number(change, amount) + " " + what;
            case MoneyAmount.Unknown unknown -> "an unknown amount of " + what;
        };
        String when = switch (change.occasion()) {
            case NOW -> "";
            case LATER -> ", once the content is executed";
            case FEE -> ", as the fee";
        };
        return "  " + change.account() + " " + RefusalText.word(change.direction()) + " " + much + when;
    }

    private static String number(MoneyChange change, BaseUnits amount) {
        return change.asset() instanceof Asset.Sol ? WireObjects.decimal(amount, Token.Sol.DECIMALS) : amount.toString();
    }

    private String validity(Validity validity) {
        return switch (validity) {
            case Validity.ByBlockhash(var blockhash, int blocks) ->
                "  Good for " + blocks + " blocks after that of " + blockhash + ", about a minute";
            case Validity.ByNonce(Address nonce, Option<Address> authority, var value) -> red("  Good until "
                    + authority.map(Address::toString).getOrElse("nobody") + " advances the nonce " + nonce + ", which may be never");
        };
    }

    private Array<String> signature(SignatureNeeds needs) {
        return Array.of("", bold("Signatures"))
                .appendAll(needs.signers().map(signer -> "  " + signer + (needs.missing().contains(signer) ? " has to sign" : " has signed")))
                .append(validity(needs.validity()));
    }

    private Array<String> tree(Array<ExplainedInstruction> instructions, String indent) {
        return instructions.flatMap(one -> {
            String line = indent + (one.number() + 1) + ". " + one.decoded().sentence();
            Array<String> notes = switch (one.decoded()) {
                case DescribedInstruction.Unknown unknown -> Array.of(indent + "   bytes: " + unknown.data().toHex());
                case DescribedInstruction.Decoded known -> known.notes().map(note -> indent + "   " + note);
            };
            boolean unknown = one.decoded() instanceof DescribedInstruction.Unknown;
            return Array.of(unknown ? red(line) : line)
                    .appendAll(notes)
                    .appendAll(one.content().toArray().flatMap(content -> content(content, indent + "   ")));
        });
    }

    private Array<String> content(ExplainedContent content, String indent) {
        String head = indent + content.index().map(index -> "Transaction " + index).getOrElse("A transaction") + " of the account "
                + content.settings() + " (" + source(content.source()) + ")";
        return switch (content.body()) {
            case Body.Unread(String why) -> Array.of(red(head + " is not understood: " + why));
            case Body.OfSettings settings ->
                Array.of(head + " changes its settings:").appendAll(settings.actions().map(action -> indent + "  " + SettingsSentences.of(action)));
            case Body.OfBatch batch ->
                Array.of(head + " is a batch of " + batch.size() + ", signed by its vault " + batch.vaultIndex() + ", " + batch.vault() + ":")
                        .appendAll(batch.parts().flatMap(part -> part(part, indent + "  ")));
            case Body.OfVault(int index, Address vault, Array<ExplainedInstruction> instructions) ->
                Array.of(head + " is signed by its vault " + index + ", " + vault + ":").appendAll(tree(instructions, indent + "  "));
        };
    }

    private Array<String> part(Body.OfBatch.Part part, String indent) {
        String head = indent + "Number " + part.number() + " of the batch"
                + (part.content().execution() == ExplainedContent.Execution.DONE ? ", already executed" : "") + " (" + source(part.content().source())
                + ")";
        return switch (part.content().body()) {
            case Body.Unread(String why) -> Array.of(red(head + " is not understood: " + why));
            case Body.OfVault vault -> Array.of(head + ":").appendAll(tree(vault.instructions(), indent + "  "));
            case Body.OfSettings settings -> content(part.content(), indent);
            case Body.OfBatch batch -> content(part.content(), indent);
        };
    }

    private static String source(FactSource source) {
        return switch (source) {
            case FactSource.GivenBytes bytes -> "from the bytes";
            case FactSource.OnChain(long slot, int nodes) -> "read at slot " + slot + " from " + nodes + (nodes == 1 ? " node" : " nodes");
        };
    }

    private Array<String> hashes(Explanation explanation) {
        return explanation.messageHash()
                .toArray()
                .map(hash -> "  message  " + hex(hash))
                .appendAll(explanation.intentHash()
                        .map(hash -> Array.of("  intent   " + hex(hash), "  words    " + IntentWords.of(hash).mkString(" ")))
                        .getOrElse(() -> Array.of("  intent   none: stored content or a lookup table was not read")));
    }

    private static String hex(Bytes32 hash) {
        return Bytes.of(hash.toArray()).toHex();
    }
}
