package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.refusal.Remedy;
import dev.mandate.ports.api.refusal.RemedyText;
import io.vavr.collection.Array;
import tools.jackson.databind.node.ObjectNode;

/** Writes remedies: {@code {kind, message}} and the facts of the kind. */
public final class RemedyObjects {

    private RemedyObjects() {}

    /** What would help. */
    public static ObjectNode of(Remedy remedy) {
        return switch (remedy) {
            case Remedy.SignMore(int missing, var holding, var among) -> {
                ObjectNode object = object("sign_more", remedy).put("missing", missing);
                holding.forEach(permission -> object.put("permission", permission.name()));
                yield among(object, among);
            }
            case Remedy.SignAgain(var what) -> object("sign_again", remedy).put("what", RefusalText.word(what));
            case Remedy.SignIn in -> object("sign_in", remedy);
            case Remedy.NewCode code -> object("new_code", remedy);
            case Remedy.EnterCode(int left) -> object("enter_code", remedy).put("attempts_left", left);
            case Remedy.WaitUntil(var time, var clock) ->
                object("wait_until", remedy).put("time", RefusalText.time(time)).put("clock", RefusalText.word(clock));
            case Remedy.RepeatLater(long seconds) -> object("repeat_later", remedy).put("seconds", seconds);
            case Remedy.RepeatSame(var until) -> {
                ObjectNode object = object("repeat_same", remedy);
                until.forEach(time -> object.put("until", RefusalText.time(time)));
                yield object;
            }
            case Remedy.RepeatWith(var forms) -> repeatWith(forms);
            case Remedy.Fund(var account, var missing) -> {
                ObjectNode object = object("fund", remedy).put("address", account.toString());
                missing.forEach(units -> object.put("amount", units.toString()));
                yield object;
            }
            case Remedy.FundPayer(var payer) ->
                object("fund", "Fund %s, or build again with another fee_config.payer_address.".formatted(payer))
                        .put("address", payer.toString())
                        .put("wanted", "payer_address");
            case Remedy.BuildAgain again -> object("build_again", remedy);
            case Remedy.Propose propose -> object("propose", remedy);
            case Remedy.PrepareFor(var account) -> object("prepare_for", remedy).put("smart_account_address", account.toString());
            case Remedy.TakeStep(var steps) ->
                object("take_step", remedy).set("steps", Json.texts(steps.map(RefusalText::word)));
            case Remedy.AskAdmin(var admin) ->
                object("ask_admin", "Repeat the call with admin=true, to be signed by the admin.").put("admin_address", admin.toString());
            case Remedy.NameAnother(var wanted, var among) ->
                among(object("name_another", remedy).put("wanted", RefusalText.word(wanted)), among);
            case Remedy.AskLess(var most) -> {
                ObjectNode object = object("ask_less", remedy);
                most.forEach(units -> object.put("most", units.toString()));
                yield object;
            }
            case Remedy.LowerFee(var most) -> object("lower_fee", remedy).put("most", most.toString());
            case Remedy.DoFirst(var act) -> object("do_first", remedy).put("step", RefusalText.word(act));
            case Remedy.RegisterAccount(var account) ->
                object("import_account", remedy).put("smart_account_address", account.toString());
        };
    }

    private static ObjectNode repeatWith(Array<Remedy.Form> forms) {
        ObjectNode object = object("repeat_with", "Repeat the call with " + forms.map(RemedyObjects::change).mkString(", or with ") + ".");
        object.set("any_of", Json.array(forms.map(RemedyObjects::form)));
        return object;
    }

    /** What to change in the call, in words. */
    private static String change(Remedy.Form form) {
        return switch (form) {
            case Remedy.Form.Acknowledging acknowledging -> query(acknowledging) + " in its query, if you mean it";
            case Remedy.Form.OnNetwork(var network) -> "the header x-service-network: " + network;
            case Remedy.Form.AfterPosition(long position) -> "after=" + position + " in its query";
            case Remedy.Form.Plain plain -> switch (plain) {
                case BY_SIGNERS -> "admin=false in its query, for the account's signers to vote";
                case REVOKING_LIMITS -> "revoke_limits=true to remove these limits in the same change";
                case KEEPING_LIMITS -> "keep_limits=true to leave them as they are";
                case WITHOUT_NONCE -> "no nonce_account";
                case WITHOUT_MEMO -> "no memo, or a few seconds later";
                case WITHOUT_CURSOR -> "no cursor, to start the list again";
                case NEW_IDEMPOTENCY_KEY -> "a new x-idempotency-key";
                case SEVERAL_TRANSACTIONS -> "several=true in its query, and submit all transactions in order";
                case VERSION_1 -> "transaction_version 1, which needs wallets that sign it";
            };
        };
    }

    private static String query(Remedy.Form.Acknowledging acknowledging) {
        return acknowledging.codes().map(code -> "acknowledge=" + RefusalText.word(code)).mkString("&");
    }

    /** {@code {query}}, {@code {header}}, {@code {body}} or {@code {without}}: what the call must have, or must not. */
    private static ObjectNode form(Remedy.Form form) {
        return switch (form) {
            case Remedy.Form.Acknowledging acknowledging -> Json.object().put("query", query(acknowledging));
            case Remedy.Form.OnNetwork(var network) -> Json.object().put("header", "x-service-network: " + network);
            case Remedy.Form.AfterPosition(long position) -> Json.object().put("query", "after=" + position);
            case Remedy.Form.Plain plain -> switch (plain) {
                case BY_SIGNERS -> Json.object().put("query", "admin=false");
                case REVOKING_LIMITS -> Json.object().put("query", "revoke_limits=true");
                case KEEPING_LIMITS -> Json.object().put("query", "keep_limits=true");
                case WITHOUT_NONCE -> Json.object().put("without", "nonce_account");
                case WITHOUT_MEMO -> Json.object().put("without", "memo");
                case WITHOUT_CURSOR -> Json.object().put("without", "cursor");
                case NEW_IDEMPOTENCY_KEY -> Json.object().put("header", "x-idempotency-key");
                case SEVERAL_TRANSACTIONS -> Json.object().put("query", "several=true");
                case VERSION_1 -> Json.object().set("body", Json.object().put("transaction_version", 1));
            };
        };
    }

    private static ObjectNode among(ObjectNode object, Array<?> addresses) {
        return addresses.isEmpty() ? object : object.set("among", Json.texts(addresses.map(Object::toString)));
    }

    private static ObjectNode object(String kind, Remedy remedy) {
        return object(kind, RemedyText.sentence(remedy));
    }

    private static ObjectNode object(String kind, String message) {
        return Json.object().put("kind", kind).put("message", message);
    }
}
