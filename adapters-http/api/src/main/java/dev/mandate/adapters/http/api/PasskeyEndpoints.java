package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.PasskeyShapes;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Presence;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.passkey.AssertionResponse;
import dev.mandate.ports.api.passkey.Passkey;
import dev.mandate.ports.api.passkey.PasskeyRefusal;
import dev.mandate.ports.api.passkey.Passkeys;
import dev.mandate.ports.api.passkey.RegistrationResponse;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.PasskeyFailures;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/** Gives challenges, registers passkeys, and answers a passkey's account on the chain. */
final class PasskeyEndpoints {

    private final TenantEndpoints service;
    private final Option<Passkeys> passkeys;

    PasskeyEndpoints(TenantEndpoints service, Option<Passkeys> passkeys) {
        this.service = service;
        this.passkeys = passkeys;
    }

    /** The work of an endpoint. */
    private interface Work {
        Either<Failure, Answer> at(TenantCall call, Passkeys passkeys);
    }

    Array<Endpoint> all() {
        return Array.of(
                post("/api/v1/passkeys/challenge", Content.OPTIONAL_JSON, PasskeyEndpoints::challenge),
                post("/api/v1/passkeys", Content.JSON, PasskeyEndpoints::register),
                post("/api/v1/passkeys/externally-signed-account", Content.JSON, PasskeyEndpoints::account));
    }

    private Endpoint post(String path, Content content, Work work) {
        return passkeys.map(offered -> service.ofNamedNetwork(Method.POST, path, Scope.SUBMIT, at -> work.at(at, offered))
                        .reading(content))
                .getOrElse(() -> Endpoint.of(Method.POST, path, Scope.SUBMIT, call -> Either.left(
                                Failure.of(ErrorCode.NOT_OFFERED, "This server has no relying party for passkeys.")))
                        .reading(Content.NONE));
    }

    private static Either<Failure, Answer> challenge(TenantCall at, Passkeys passkeys) {
        return RequestReader.of(at)
                .decide(() -> Either.right(Answer.ok(PasskeyShapes.view(passkeys.challenge(at.caller().tenant())))));
    }

    /** A new passkey, or one that was registered elsewhere before. */
    private static Either<Failure, Answer> register(TenantCall at, Passkeys passkeys) {
        RequestReader reading = RequestReader.of(at);
        return reading.body().presence("assertion") == Presence.ABSENT
                ? registration(reading, at, passkeys)
                : adoption(reading, at, passkeys);
    }

    private static Either<Failure, Answer> registration(RequestReader reading, TenantCall at, Passkeys passkeys) {
        reading.renames("authenticatorResponse", "registration");
        Option<RegistrationResponse> response = reading.body().required("registration", PasskeyShapes.REGISTRATION);
        return reading.decide(() -> created(passkeys.register(at.caller().tenant(), response.get())));
    }

    private static Either<Failure, Answer> adoption(RequestReader reading, TenantCall at, Passkeys passkeys) {
        reading.renames("authenticatorResponse", "assertion");
        Option<Bytes> id = reading.body().required("credential_id", PasskeyShapes.CREDENTIAL_ID);
        Option<Bytes> key = reading.body().required("public_key", PasskeyShapes.PUBLIC_KEY);
        Option<AssertionResponse> assertion = reading.body().required("assertion", PasskeyShapes.ASSERTION);
        Option<AssertionResponse> second = reading.body().required("second_assertion", PasskeyShapes.ASSERTION);
        if (id.isDefined() && assertion.exists(by -> !by.credentialId().equals(id.get()))) {
            reading.body().reject("credential_id", ServerCode.SPELLED_TWICE, "credential_id is not the id of the assertion.");
        }
        return reading.decide(() -> created(passkeys.adopt(at.caller().tenant(), key.get(), assertion.get(), second.get())));
    }

    private static Either<Failure, Answer> created(Either<PasskeyRefusal, Passkey> registered) {
        return registered.mapLeft(PasskeyFailures::of).map(passkey -> Answer.of(201, PasskeyShapes.view(passkey)));
    }

    /** The redirect URL is given back as it is, and never fetched. */
    private static Either<Failure, Answer> account(TenantCall at, Passkeys passkeys) {
        RequestReader reading = RequestReader.of(at);
        Option<AssertionResponse> assertion = reading.body().required("authenticatorResponse", PasskeyShapes.ASSERTION);
        Option<String> redirectUrl = reading.body()
                .object("metaInfo")
                .peek(ObjectReader::allowOthers)
                .flatMap(info -> info.optional("redirectUrl", Shapes.TEXT));
        return reading.decide(() -> passkeys.asserted(at.caller().tenant(), assertion.get())
                .mapLeft(PasskeyFailures::of)
                .map(passkey -> Answer.ok(view(passkey, redirectUrl))));
    }

    private static ObjectNode view(Passkey passkey, Option<String> redirectUrl) {
        ObjectNode view = Json.object().put("externallySignedAccount", passkey.account().toString());
        redirectUrl.forEach(url -> view.put("redirectUrl", url));
        return view;
    }
}
