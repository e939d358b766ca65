package dev.mandate.ports.api.refusal;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.transaction.ProposalRefusal.Step;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** What would help after a refusal: the next step, with its facts. {@link RemedyText} says it in a sentence. */
public sealed interface Remedy {

    /**
     * More signers are needed.
     *
     * @param missing at least 1
     * @param holding the permission that they need; none if any signer will do
     * @param among those who may sign; empty if any who holds the permission
     */
    record SignMore(int missing, Option<Permission> holding, Array<Address> among) implements Remedy {

        public static SignMore all(Array<Address> signers) {
            return new SignMore(signers.length(), Option.none(), signers);
        }

        public static SignMore oneOf(Array<Address> signers) {
            return new SignMore(1, Option.none(), signers);
        }

        public static SignMore holding(int missing, Permission permission) {
            return new SignMore(missing, Option.some(permission), Array.empty());
        }
    }

    /** A signature must be made again, over the right bytes or by the right key. */
    record SignAgain(Signed what) implements Remedy {}

    /** What is signed. */
    enum Signed {
        /** An intent with exactly the request's values, a new nonce, and an expiry within a day. */
        INTENT,
        /** The payload that came with the transaction, by the authority's key. */
        PAYLOAD,
        /** A request that a session signs. */
        REQUEST,
        /** The message of exactly this transaction. */
        TRANSACTION
    }

    /** A new session is needed. */
    record SignIn() implements Remedy {}

    /** A new one-time code is needed. */
    record NewCode() implements Remedy {}

    /** The code of the newest mail may be tried again. */
    record EnterCode(int attemptsLeft) implements Remedy {}

    /** The same request can succeed from {@code time} on. */
    record WaitUntil(UnixTime time, Clock clock) implements Remedy {}

    /** Whose time decides. */
    enum Clock {
        CHAIN,
        SERVER
    }

    /** The same request may succeed later. */
    record RepeatLater(long seconds) implements Remedy {}

    /** The same request, unchanged, continues the first one. Nothing else may be built in its place. */
    record RepeatSame(Option<UnixTime> until) implements Remedy {}

    /** The request succeeds in another form; any of these forms helps. */
    record RepeatWith(Array<Form> anyOf) implements Remedy {

        public static RepeatWith of(Form... forms) {
            return new RepeatWith(Array.of(forms));
        }
    }

    /** Another form of the same request. */
    sealed interface Form {

        /** Giving away is meant. */
        record Acknowledging(Array<GiveawayWarning.Code> codes) implements Form {}

        /** The same request on another network. */
        record OnNetwork(Network network) implements Form {}

        /** The list of events after this position. */
        record AfterPosition(long position) implements Form {}

        /** A form without facts. */
        enum Plain implements Form {
            /** The account's signers vote, not the admin. */
            BY_SIGNERS,
            /** The limits of signers who leave are removed in the same change. */
            REVOKING_LIMITS,
            /** The limits of signers who leave stay as they are. */
            KEEPING_LIMITS,
            WITHOUT_NONCE,
            WITHOUT_MEMO,
            /** The list from its start. */
            WITHOUT_CURSOR,
            NEW_IDEMPOTENCY_KEY,
            /** In the form whose answer carries several transactions. */
            SEVERAL_TRANSACTIONS,
            /** In the transaction format of 4,096 bytes, which not every wallet signs. */
            VERSION_1
        }
    }

    /**
     * An account needs more money.
     *
     * @param missing in base units of what it holds; none if it is not known
     */
    record Fund(Address account, Option<BaseUnits> missing) implements Remedy {}

    /** The payer of fee and rent needs more SOL, or the transaction must be built with another payer. */
    record FundPayer(Address payer) implements Remedy {}

    /** The transaction must be built and signed again. */
    record BuildAgain() implements Remedy {}

    /** The change must be proposed to the account's signers. */
    record Propose() implements Remedy {}

    /** The change must be prepared as a transaction of the smart account {@code account}, if it is one. */
    record PrepareFor(Address account) implements Remedy {}

    /** The transaction allows these steps. */
    record TakeStep(Array<Step> anyOf) implements Remedy {}

    /** The admin must sign. */
    record AskAdmin(Address admin) implements Remedy {}

    /**
     * Another address must be named.
     *
     * @param among the addresses that are right; empty if there is no list of them
     */
    record NameAnother(Wanted wanted, Array<Address> among) implements Remedy {

        public static NameAnother of(Wanted wanted) {
            return new NameAnother(wanted, Array.empty());
        }
    }

    /** What the other address must be. */
    enum Wanted {
        DESTINATION,
        /** An address with a key that its owner uses. */
        KEY_OF_ITS_OWNER,
        /** An address whose key is kept outside the engine. */
        KEY_KEPT_ELSEWHERE,
        /** The limit that replaced the named one. */
        LIMIT,
        /** A nonce account whose authority is a signer of the account. */
        NONCE_OF_SIGNER,
        RENT_COLLECTOR,
        SIGNER_OF_ACCOUNT,
        SIGNER_OF_LIMIT,
        /** The smart account, wherever it must sign. */
        SMART_ACCOUNT
    }

    /**
     * Less must be asked for at once.
     *
     * @param most in base units; none if the request must be divided
     */
    record AskLess(Option<BaseUnits> most) implements Remedy {}

    /**
     * The transaction's priority fee must be lower.
     *
     * @param most in lamports
     */
    record LowerFee(BaseUnits most) implements Remedy {}

    /** Something else comes first. */
    record DoFirst(Act act) implements Remedy {}

    /** What comes first. */
    enum Act {
        ALLOW_NONCE,
        ANSWER_NEW_CHALLENGE,
        ASK_FOR_NEW_USE,
        CREATE_LIMIT,
        LEAVE_OUT_INSTRUCTION,
        READ_AGAIN,
        REGISTER_PASSKEY,
        REMOVE_LIMITS,
        REMOVE_NONCE,
        REMOVE_POLICY_SIGNER,
        SET_RENT_COLLECTOR,
        SPLIT_CHANGE,
        WAIT_FOR_PROPOSAL,
        WAIT_FOR_USES
    }

    /** The account must be known here, if it is on the chain. */
    record RegisterAccount(Address account) implements Remedy {}
}
