package dev.mandate.conformance.run;

import dev.mandate.client.P256KeyPair;
import dev.mandate.conformance.script.Condition.AccountTerms;
import dev.mandate.conformance.script.Condition.Sharing;
import dev.mandate.conformance.script.Condition.SignerTerms;
import dev.mandate.conformance.script.Condition;
import dev.mandate.conformance.service.Reply;
import dev.mandate.conformance.service.ServiceClient;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Base64;
import java.util.HexFormat;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Brings about the conditions of scripts. Shared accounts and sessions are made once. */
final class Setup {

    private static final String FUND = "/api/v1/simulated/fund";
    private static final String ADVANCE = "/api/v1/simulated/advance";
    private static final String ACCOUNTS = "/api/v1/smart-accounts";
    private static final long FEES_LAMPORTS = 1_000_000_000;
    /** SubjectPublicKeyInfo of a compressed point of P-256, before the point. */
    private static final String COMPRESSED_SPKI = "3039301306072a8648ce3d020106082a8648ce3d030107032200";

    private final ServiceClient client;
    private final RunKeys keys;
    private final Landing landing;
    private final EmailAccounts emailAccounts;
    private int made;
    private Map<AccountTerms, Array<String>> shared = HashMap.empty();

    Setup(ServiceClient client, RunKeys keys, Landing landing, EmailAccounts emailAccounts) {
        this.client = client;
        this.keys = keys;
        this.landing = landing;
        this.emailAccounts = emailAccounts;
    }

    Either<Unmet, Values> meet(Condition condition, Values values) {
        return switch (condition) {
            case Condition.Keys(Array<String> names) ->
                Either.right(names.foldLeft(values, (all, name) -> all.with(name, keys.address(name).toString())));
            case Condition.Account(String name, Sharing sharing, AccountTerms terms) ->
                account(sharing, terms).map(made -> values.with(name, made.get(0)).with(name + ".settings", made.get(1)));
            case Condition.Funds(long lamports, Array<String> names) -> names.foldLeft(
                    Either.right(values), (before, name) -> before.flatMap(all -> fund(all.text(name), lamports).map(funded -> all)));
            case Condition.Clock() -> advance(0).map(advanced -> values);
            case Condition.Mailbox(String name) -> emailAccounts.mailbox(name).map(email -> values.with(name, email));
            case Condition.Session(String name) -> emailAccounts.session(name, values);
            case Condition.EncryptionKey(String name) -> Either.right(encryptionKey(name, values));
            case Condition.OnNetwork(String network) -> network.equals(client.target().network())
                    ? Either.right(values)
                    : Either.left(new Unmet.NotOffered("this run plays on another network than " + network));
            case Condition.Offered(String method, String path) -> offered(method, path).map(reply -> values);
        };
    }

    private static Values encryptionKey(String name, Values values) {
        P256KeyPair pair = P256KeyPair.generate();
        byte[] compressed = HexFormat.of().parseHex(COMPRESSED_SPKI + pair.publicKeyHex());
        return values.with(name, pair)
                .with(name + ".spki", pair.publicKeySpki())
                .with(name + ".compressed_spki", Base64.getEncoder().encodeToString(compressed));
    }

    private Either<Unmet, Reply> offered(String method, String path) {
        Reply reply = client.send(method, path, HashMap.empty(), Option.when(!method.equals("GET"), "{}"));
        return switch (reply.status()) {
            case 404, 501 -> Either.left(new Unmet.NotOffered(method + " " + path + " is not offered: " + reply.summary()));
            case 0 -> Either.left(Unmet.Broken.of(reply, "an answer"));
            default -> Either.right(reply);
        };
    }

    Either<Unmet, Reply> advance(long seconds) {
        return success("a clock that can be advanced", client.post(ADVANCE, "{\"seconds\":" + seconds + "}"));
    }

    Either<Unmet, Reply> fund(String address, long lamports) {
        return success("funding", client.post(FUND, "{\"address\":\"" + address + "\",\"lamports\":\"" + lamports + "\"}"));
    }

    private static Either<Unmet, Reply> success(String what, Reply reply) {
        return reply.isSuccess() ? Either.right(reply) : Either.left(Unmet.of(what, reply));
    }

    /** Returns the addresses of the account and of its settings. */
    private Either<Unmet, Array<String>> account(Sharing sharing, AccountTerms terms) {
        return switch (sharing) {
            case OWN -> create(terms);
            case SHARED -> shared.get(terms).<Either<Unmet, Array<String>>>map(Either::right).getOrElse(() -> create(terms).peek(made -> shared =
                    shared.put(terms, made)));
        };
    }

    private Either<Unmet, Array<String>> create(AccountTerms terms) {
        made++;
        Map<String, String> headers = HashMap.of("x-idempotency-key", "conformance-" + keys.run() + "-" + made);
        Reply reply = client.send("POST", ACCOUNTS, headers, Option.some(body(terms).toString()));
        String address = reply.at("/smart_account_address").asString("");
        return success("the creation of an account", reply)
                .flatMap(created -> landing.await(ACCOUNTS + "/" + address, seen -> seen.status() == 200, "status 200 once it is created"))
                .flatMap(created -> locked(address, terms).map(done -> Array.of(address, created.at("/multisig_address").asString(""))));
    }

    private ObjectNode body(AccountTerms terms) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("threshold", terms.threshold());
        ArrayNode signers = body.putArray("smart_account_signers");
        for (SignerTerms signer : terms.signers()) {
            ArrayNode permissions =
                    signers.addObject().put("address", keys.address(signer.key()).toString()).putArray("permissions");
            signer.permissions().forEach(permission -> permissions.add(permission));
        }
        terms.admin().forEach(admin -> body.put("admin_address", keys.address(admin).toString()));
        terms.rentCollector().forEach(collector -> body.put("rent_collector", keys.address(collector).toString()));
        return body;
    }

    /** A time lock is no part of a creation: a change sets it. */
    private Either<Unmet, Reply> locked(String account, AccountTerms terms) {
        if (terms.timeLockSeconds() == 0) {
            return Either.right(new Reply("", 200, HashMap.empty(), ""));
        }
        Array<String> by = terms.admin().isDefined() ? Array.ofAll(terms.admin()) : terms.signers().map(SignerTerms::key);
        ObjectNode change = JsonNodeFactory.instance.objectNode().put("time_lock", terms.timeLockSeconds());
        ArrayNode signers = change.putArray("transaction_signers");
        by.map(keys::address).forEach(address -> signers.add(address.toString()));
        String query = terms.admin().isDefined() ? "?admin=true" : "";
        return by.map(keys::address)
                .foldLeft(Either.<Unmet, String>right(""), (before, address) -> before.flatMap(none -> fund(address.toString(), FEES_LAMPORTS).map(funded -> "")))
                .flatMap(funded -> success(
                        "a time lock", client.send("PATCH", ACCOUNTS + "/" + account + query, HashMap.empty(), Option.some(change.toString()))))
                .flatMap(built -> keys.sign(built.at("/transaction").asString(""), by)
                        .mapLeft(problem -> (Unmet) Unmet.Broken.of(built, "a transaction that the named signers can sign (" + problem + ")")))
                .flatMap(signed -> landing.submit(account, signed));
    }
}
