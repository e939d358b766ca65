package dev.mandate.ports.api.refusal;

import dev.mandate.ports.api.refusal.Remedy.Form;
import io.vavr.collection.Array;

/** The sentence of each remedy, for people. It names no call and no field: those are an interface's own. */
public final class RemedyText {

    private RemedyText() {}

    public static String sentence(Remedy remedy) {
        return switch (remedy) {
            case Remedy.SignMore more -> more(more);
            case Remedy.SignAgain(var what) -> switch (what) {
                case INTENT -> "Sign a new intent with exactly the request's values, a new nonce and an expiry within a day.";
                case PAYLOAD -> "Sign the payload that came with this transaction, with the authority's key.";
                case REQUEST -> "Sign a new request.";
                case TRANSACTION -> "Sign the message of exactly this transaction.";
            };
            case Remedy.SignIn in -> "Sign in again.";
            case Remedy.NewCode code -> "Ask for a new code.";
            case Remedy.EnterCode(int left) -> "Try again with the code of the newest mail.";
            case Remedy.WaitUntil(var time, var clock) -> "Repeat the request at %s or later%s."
                    .formatted(RefusalText.time(time), clock == Remedy.Clock.CHAIN ? ", by the chain's clock" : "");
            case Remedy.RepeatLater(long seconds) -> "Repeat the request in %s seconds.".formatted(seconds);
            case Remedy.RepeatSame(var until) ->
                "Repeat the same request%s.".formatted(until.map(time -> " until " + RefusalText.time(time)).getOrElse(""));
            case Remedy.RepeatWith(var forms) -> "Repeat the request %s.".formatted(forms.map(RemedyText::form).mkString(", or "));
            case Remedy.Fund(var account, var missing) ->
                "Fund %s%s.".formatted(account, missing.map(units -> " with at least " + units + " base units").getOrElse(""));
            case Remedy.FundPayer(var payer) -> "Fund %s, or build the transaction again with another payer.".formatted(payer);
            case Remedy.BuildAgain again -> "Build the transaction again, and have it signed.";
            case Remedy.Propose propose -> "Propose the change to the account's signers.";
            case Remedy.PrepareFor(var account) ->
                "If %s is a smart account, prepare the change as a transaction of that account.".formatted(account);
            case Remedy.TakeStep(var steps) -> "Have its signers %s it.".formatted(steps.map(RefusalText::word).mkString(" or "));
            case Remedy.AskAdmin(var admin) -> "Have the admin %s sign the change.".formatted(admin);
            case Remedy.NameAnother(var wanted, var among) -> another(wanted) + among(among) + ".";
            case Remedy.AskLess(var most) -> most.map(units -> "Ask for at most %s.".formatted(units))
                    .getOrElse("Ask for less at once, and for the rest in another request.");
            case Remedy.LowerFee(var most) ->
                "Lower the compute unit price or the compute unit limit, so that the priority fee is at most %s lamports.".formatted(most);
            case Remedy.DoFirst(var act) -> act(act);
            case Remedy.RegisterAccount(var account) -> "If the account is on the chain, import it.";
        };
    }

    private static String more(Remedy.SignMore more) {
        if (!more.among().isEmpty()) {
            return (more.missing() == more.among().length() ? "Have these sign" : "Have %s of these sign".formatted(more.missing()))
                    + among(more.among()) + ".";
        }
        return "Name %s more%s.".formatted(more.missing(), more.holding().map(permission -> " with " + permission).getOrElse(""));
    }

    private static String among(Array<?> addresses) {
        return addresses.isEmpty() ? "" : ": " + addresses.mkString(", ");
    }

    private static String form(Form form) {
        return switch (form) {
            case Form.Acknowledging(var codes) ->
                "and acknowledge, if you mean it: %s".formatted(codes.map(RefusalText::word).mkString(", "));
            case Form.OnNetwork(var network) -> "on " + network;
            case Form.AfterPosition(long position) -> "for the events after " + position;
            case Form.Plain plain -> switch (plain) {
                case BY_SIGNERS -> "as a change by the account's signers";
                case REVOKING_LIMITS -> "and remove these limits in the same change";
                case KEEPING_LIMITS -> "and leave these limits as they are";
                case WITHOUT_NONCE -> "without a durable nonce";
                case WITHOUT_MEMO -> "without the memo, or a few seconds later";
                case WITHOUT_CURSOR -> "without a cursor, to start the list again";
                case NEW_IDEMPOTENCY_KEY -> "with a new idempotency key";
                case SEVERAL_TRANSACTIONS -> "for several transactions";
                case VERSION_1 -> "for a transaction of version 1";
            };
        };
    }

    private static String another(Remedy.Wanted wanted) {
        return switch (wanted) {
            case DESTINATION -> "Name one of the limit's destinations";
            case KEY_OF_ITS_OWNER -> "Name an address whose owner will sign";
            case KEY_KEPT_ELSEWHERE -> "Hand the control to an address whose key is kept elsewhere";
            case LIMIT -> "Name the limit that replaced it";
            case NONCE_OF_SIGNER -> "Name a nonce account whose authority is a signer of the account";
            case RENT_COLLECTOR -> "Name the account's rent collector";
            case SIGNER_OF_ACCOUNT -> "Name only signers of the account";
            case SIGNER_OF_LIMIT -> "Name a signer of the limit";
            case SMART_ACCOUNT -> "Name the smart account wherever it must sign";
        };
    }

    private static String act(Remedy.Act act) {
        return switch (act) {
            case ALLOW_NONCE -> "Have the nonce account allowed by the threshold or the admin, or use none.";
            case ANSWER_NEW_CHALLENGE -> "Ask for a new challenge, and answer it within 60 seconds.";
            case ASK_FOR_NEW_USE -> "Ask for a new use of the limit.";
            case CREATE_LIMIT -> "Create another limit. The old one's rent comes back when it is removed.";
            case LEAVE_OUT_INSTRUCTION -> "Leave the instruction out. Signers who sign at different times propose and approve.";
            case READ_AGAIN -> "Read the present version again, and sign the change of that version.";
            case REGISTER_PASSKEY -> "Register the passkey first.";
            case REMOVE_LIMITS -> "Remove these spending limits first, or in the same transaction.";
            case REMOVE_NONCE -> "End the use of another nonce account first.";
            case REMOVE_POLICY_SIGNER -> "Take the policy signer out first.";
            case SET_RENT_COLLECTOR -> "Set a rent collector first.";
            case SPLIT_CHANGE -> "Make two changes of it, one after the other.";
            case WAIT_FOR_PROPOSAL -> "Send it once the proposal has landed there and is the intended one.";
            case WAIT_FOR_USES -> "Wait until the open uses have landed or lapsed.";
        };
    }
}
