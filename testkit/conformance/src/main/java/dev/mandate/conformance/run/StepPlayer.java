package dev.mandate.conformance.run;

import dev.mandate.client.P256KeyPair;
import dev.mandate.conformance.run.Checking.Mismatch;
import dev.mandate.conformance.script.Step;
import dev.mandate.conformance.script.Template;
import dev.mandate.conformance.service.Polling;
import dev.mandate.conformance.service.Reply;
import dev.mandate.conformance.service.ServiceClient;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Locale;

/** Plays single steps. */
record StepPlayer(ServiceClient client, RunKeys keys, Landing landing, Setup setup, EmailAccounts emailAccounts, Polling polling) {

    /** Returns the variables after the step. */
    Either<Unmet, Values> play(Step step, Values values) {
        return switch (step) {
            case Step.Call call -> call(call, values);
            case Step.Sign(int line, String target, String transaction, var names) -> keys.sign(values.filled(transaction), names)
                    .mapLeft(problem -> broken("sign", "a transaction to sign", problem))
                    .map(signed -> values.with(target, signed));
            case Step.Approve(int line, String target, String payload, String sessionKey) ->
                approved(values.keyPair(sessionKey), values.filled(payload)).map(signature -> values.with(target, signature));
            case Step.Draft(int line, String target, long lamports, String from, String to) -> address(values, from)
                    .flatMap(payer -> address(values, to).map(receiver -> values.with(target, DraftTransactions.transfer(payer, receiver, lamports))));
            case Step.DraftMemo(int line, String target, int bytes, String signer) ->
                address(values, signer).map(by -> values.with(target, DraftTransactions.memo(by, bytes)));
            case Step.Payload(int line, String target, String json) -> Either.right(values.with(
                    target, Base64.getEncoder().encodeToString(values.json(json).toString().getBytes(StandardCharsets.UTF_8))));
            case Step.Submit(int line, String transaction, String account) ->
                landing.submit(values.filled(account), values.filled(transaction)).map(landed -> values);
            case Step.Fund(int line, long lamports, String address) -> setup.fund(values.filled(address), lamports).map(funded -> values);
            case Step.Advance(int line, long seconds) -> setup.advance(seconds).map(advanced -> values);
            case Step.Code(int line, String target, String mailbox) ->
                emailAccounts.code(values.text(mailbox)).map(code -> values.with(target, code));
            case Step.OpenKey(int line, String target, String encapsulatedKey, String ciphertext, String by) -> opened(
                    () -> values.keyPair(by).openAuthorizationKey(values.filled(encapsulatedKey), values.filled(ciphertext)), target, values);
            case Step.OpenBundle(int line, String target, String bundle, String by) ->
                opened(() -> values.keyPair(by).openCredentialBundle(values.filled(bundle)), target, values);
        };
    }

    private static Either<Unmet, Address> address(Values values, String template) {
        return Address.parse(values.filled(template)).mapLeft(problem -> broken("draft", "an address", values.filled(template)));
    }

    private static Unmet broken(String call, String expected, String actual) {
        return new Unmet.Broken(call, new Mismatch(expected, actual));
    }

    private static Either<Unmet, String> approved(P256KeyPair key, String payload) {
        try {
            return Either.right(key.signKmsPayload(payload));
        } catch (IllegalArgumentException malformed) {
            return Either.left(broken("approve", "a payload: base64 of a JSON object", "something else"));
        }
    }

    /** Something that is sealed to a key. */
    private interface Sealed {

        P256KeyPair open() throws GeneralSecurityException;
    }

    private static Either<Unmet, Values> opened(Sealed content, String target, Values values) {
        try {
            return Either.right(values.with(target, content.open()));
        } catch (GeneralSecurityException sealed) {
            return Either.left(broken("open", "a key that the encryption key opens", "it does not"));
        }
    }

    private Either<Unmet, Values> call(Step.Call call, Values values) {
        Reply reply = call.until().isEmpty()
                ? send(call, values)
                : polling.until(() -> Option.some(send(call, values)).filter(seen -> Checking.firstMismatch(call.until(), seen, values).isEmpty()))
                        .getOrElse(() -> send(call, values));
        return Checking.firstMismatch(call.until().appendAll(call.expectations()), reply, values)
                .<Unmet>map(mismatch -> new Unmet.Broken(reply.call(), mismatch))
                .toEither(values)
                .swap()
                .flatMap(all -> saved(call, reply, all));
    }

    private static Either<Unmet, Values> saved(Step.Call call, Reply reply, Values values) {
        return call.saves().foldLeft(Either.right(values), (before, save) -> before.flatMap(all -> reply.at(save._2()).isMissingNode()
                ? Either.left(new Unmet.Broken(reply.call(), new Mismatch(save._2() + " is there", "absent")))
                : Either.right(all.with(save._1(), reply.at(save._2())))));
    }

    private Reply send(Step.Call call, Values values) {
        Option<String> body = call.body()
                .map(template -> Template.fill(template, values::inJson))
                .map(text -> text + " ".repeat(Math.max(0, call.padToBytes().getOrElse(0) - text.getBytes(StandardCharsets.UTF_8).length)));
        Map<String, String> headers = call.headers()
                .foldLeft(LinkedHashMap.<String, String>empty(), (all, header) -> all.put(header._1(), values.filled(header._2())));
        Map<String, String> stamped = call.stamp()
                .map(key -> headers.put(
                        P256KeyPair.STAMP_HEADER.toLowerCase(Locale.ROOT),
                        values.keyPair(key).stamp(body.getOrElse("").getBytes(StandardCharsets.UTF_8))))
                .getOrElse(headers);
        return client.send(call.method(), values.filled(call.path()), stamped, body);
    }
}
