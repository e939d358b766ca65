package dev.mandate.testkit.laws.review;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.smartaccount.Command;
import io.vavr.collection.Array;

/** What is asked of builders, and encoded by hand for {@code submit}. */
sealed interface ReviewedRequest {

    /** A step in the life of content. */
    record OfContent(Step step, Content content) implements ReviewedRequest {}

    record HandsOver(Party next) implements ReviewedRequest {}

    /** {@link Party#ANN} pays within a limit that lets her pay anybody. */
    record UsesLimit(Party to) implements ReviewedRequest {}

    record CreatesNonce(Party authority) implements ReviewedRequest {}

    record CreatesAccount(Command.CreateAccount terms) implements ReviewedRequest {}

    /** How far the content is taken. It was recorded by another client before it is voted on or executed by itself. */
    enum Step {
        /** By the admin, or proposed, approved and, without a time lock, executed in one transaction. */
        AT_ONCE,
        PROPOSE,
        APPROVE,
        REJECT,
        EXECUTE;

        boolean isOfStored() {
            return this == APPROVE || this == REJECT || this == EXECUTE;
        }
    }

    /** What is done in the end. */
    sealed interface Content {

        record Settings(Array<SettingsAction> actions) implements Content {}

        record Acts(Array<VaultAct> acts) implements Content {}
    }
}
