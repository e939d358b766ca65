package dev.mandate.domain.explain;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.SettingsAddress;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * The stored content of a transaction of a smart account.
 *
 * @param account the smart account address
 * @param settings the account's settings
 * @param index the transaction's number; none if the bytes do not tell it and the chain was not read
 * @param transaction the address of the content
 * @param body what it does
 * @param digest of the content; none if it was not read
 * @param source where it was read
 * @param execution when it runs
 */
public record ExplainedContent(
        Address account,
        SettingsAddress settings,
        Option<Long> index,
        Address transaction,
        Body body,
        Option<Bytes32> digest,
        FactSource source,
        Execution execution) {

    /** When content runs. */
    public enum Execution {
        /** The transaction that is explained executes it. */
        NOW,
        /** Once it is approved and executed, by another transaction. */
        LATER,
        /** It has run already: it moves nothing any more. */
        DONE
    }

    /** What content does. */
    public sealed interface Body {

        /** Instructions that a vault signs. */
        record OfVault(int vaultIndex, Address vault, Array<ExplainedInstruction> instructions) implements Body {}

        /**
         * Transactions that are voted on together and executed one by one.
         *
         * @param vault signs each of them
         * @param size number of its transactions
         * @param parts those that are not shown elsewhere. The last one of a long batch stands for all after it, and is unread
         */
        record OfBatch(int vaultIndex, Address vault, long size, Array<Part> parts) implements Body {

            /**
             * A transaction of a batch.
             *
             * @param number from 1
             */
            public record Part(long number, ExplainedContent content) {}
        }

        record OfSettings(Array<SettingsAction> actions) implements Body {}

        /**
         * Content that was not read, or is not understood.
         *
         * @param why a clause
         */
        record Unread(String why) implements Body {}
    }

    /** Whether nobody read it, or not all of it. A batch without a digest has unread transactions, wherever they are shown. */
    boolean isUnread() {
        return body instanceof Body.Unread || (body instanceof Body.OfBatch && digest.isEmpty());
    }

    /** Its instructions; of a batch, those of all its transactions. */
    public Array<ExplainedInstruction> instructions() {
        return switch (body) {
            case Body.OfVault vault -> vault.instructions();
            case Body.OfBatch batch -> batch.parts().flatMap(part -> part.content().instructions());
            case Body.OfSettings settings -> Array.empty();
            case Body.Unread unread -> Array.empty();
        };
    }

    /** This and the contents within, at any depth. */
    public Array<ExplainedContent> withAll() {
        return Array.of(this).appendAll(switch (body) {
            case Body.OfVault vault -> vault.instructions().flatMap(ExplainedInstruction::contents);
            case Body.OfBatch batch -> batch.parts().flatMap(part -> part.content().withAll());
            case Body.OfSettings settings -> Array.<ExplainedContent>empty();
            case Body.Unread unread -> Array.<ExplainedContent>empty();
        });
    }

    /** One sentence for each instruction or change of settings, the worst first. */
    Array<String> sentences() {
        return switch (body) {
            case Body.Unread unread -> Array.of(sentence());
            case Body.OfSettings(Array<SettingsAction> actions) -> actions.map(SettingsSentences::of);
            case Body.OfVault vault -> ExplainedInstruction.sentences(vault.instructions());
            case Body.OfBatch batch -> parts(batch);
        };
    }

    int rank() {
        return switch (body) {
            case Body.Unread unread -> 0;
            case Body.OfSettings settings -> DescribedInstruction.Kind.AUTHORITY.rank();
            case Body.OfVault vault -> vault.instructions().map(ExplainedInstruction::rank).min().getOrElse(DescribedInstruction.Kind.OTHER.rank());
            case Body.OfBatch batch -> batch.parts().map(part -> part.content().rank()).min().getOrElse(DescribedInstruction.Kind.OTHER.rank());
        };
    }

    /** The transactions of a batch, in order. */
    private static Array<String> parts(Body.OfBatch batch) {
        return batch.parts().map(part -> "Number " + part.number() + " of the batch"
                + (part.content().execution() == Execution.DONE ? ", already executed" : "") + switch (part.content().body()) {
            case Body.Unread(String why) -> " is not understood: " + why + ". It may do anything that the vault may do.";
            case Body.OfVault vault -> ": " + ExplainedInstruction.sentences(vault.instructions()).mkString(" ");
            case Body.OfSettings settings -> ": " + part.content().sentence();
            case Body.OfBatch within -> ": " + part.content().sentence();
        });
    }

    String sentence() {
        String which = index.map(number -> "Transaction " + number).getOrElse("The transaction") + " of the account " + settings;
        return switch (body) {
            case Body.Unread(String why) -> which + " is not understood: " + why + ". It may do anything that the account may do.";
            case Body.OfSettings(Array<SettingsAction> actions) ->
                which + " changes its settings: " + actions.map(SettingsSentences::of).mkString(" ");
            case Body.OfBatch batch -> which + " is a batch of " + batch.size() + (batch.size() == 1 ? " transaction" : " transactions")
                    + ", executed one by one and signed by its vault " + batch.vaultIndex() + ", " + batch.vault() + ". "
                    + parts(batch).mkString(" ");
            case Body.OfVault(int number, Address vault, Array<ExplainedInstruction> instructions) -> which + " is signed by its vault "
                    + number + ", " + vault + ": " + ExplainedInstruction.sentences(instructions).mkString(" ");
        };
    }
}
