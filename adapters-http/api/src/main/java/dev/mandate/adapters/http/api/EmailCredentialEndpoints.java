package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.AuthorityObjects;
import dev.mandate.adapters.http.codec.AuthorityShapes;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.authority.UserId;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.CodeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.Recipient;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.ports.api.authority.EmailAuthorities.Who;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.refusal.Failure;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/** Accounts by e-mail with the first provider: a credential bundle holds the key of a session. */
final class EmailCredentialEndpoints {

    private EmailCredentialEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(
                service.signIn("/api/v0/service/smart-accounts/auth", Scope.CREATE, EmailCredentialEndpoints::start),
                service.signIn("/api/v0/service/smart-accounts/verify-otp", Scope.CREATE, EmailCredentialEndpoints::verify));
    }

    private static Either<Failure, Answer> start(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        ObjectReader in = reading.body();
        Option<EmailAddress> email = in.required("email", AuthorityShapes.EMAIL);
        Option<String> appName = in.optional("app_name", AuthorityShapes.APP_NAME);
        var unusedIcon = in.optional("app_icon_url", AuthorityShapes.URL);
        SessionEnd end = readEnd(in);
        Option<Retry> retry = reading.retry();
        return reading.decide(() -> at.email()
                .flatMap(authorities -> authorities
                        .start(new ChallengeRequest(email.get(), Purpose.REGISTER, appName, end), retry.get())
                        .mapLeft(at::failure))
                .map(started -> Answer.ok(data(AuthorityObjects.challengeIds(started)))));
    }

    private static Either<Failure, Answer> verify(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        ObjectReader in = reading.body();
        Option<String> user = in.required("mpc_primary_id", Shapes.TEXT);
        Option<String> challenge = in.required("otp_id", Shapes.TEXT);
        Option<OneTimeCode> code = in.required("otp_code", AuthorityShapes.CODE);
        Option<String> key = in.required("auth_public_key", Shapes.TEXT);
        SessionEnd end = readEnd(in);
        Option<Retry> retry = reading.retry();
        reading.renames("encryption_public_key", "auth_public_key");
        return reading.decide(() -> at.email()
                .flatMap(authorities -> who(user.get(), challenge.get())
                        .flatMap(who -> authorities.verify(
                                new CodeRequest(
                                        who,
                                        code.get(),
                                        new Recipient.HexPoint(key.get()),
                                        end),
                                retry.get()))
                        .mapLeft(at::failure))
                .flatMap(signed -> EmailAccountEndpoints.signedIn(
                        signed, () -> Either.right(data(AuthorityObjects.credential(signed))))));
    }

    private static SessionEnd readEnd(ObjectReader in) {
        return in.optional("expiration", Shapes.INTEGER).<SessionEnd>map(SessionEnd.After::new).getOrElse(SessionEnd.Default::new);
    }

    /** Ids of another form are ids of nothing. */
    private static Either<AuthorityRefusal, Who> who(String user, String challenge) {
        return UserId.parse(user)
                .flatMap(identity -> ChallengeId.parse(challenge).<Who>map(id -> new Who.ByChallenge(identity, id)))
                .toEither(() -> new AuthorityRefusal.ByRule(new IdentityRefusal.NoChallenge()));
    }

    private static ObjectNode data(ObjectNode body) {
        return Json.object().set("data", body);
    }
}
