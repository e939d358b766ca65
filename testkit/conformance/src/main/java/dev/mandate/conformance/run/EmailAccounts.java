package dev.mandate.conformance.run;

import dev.mandate.client.P256KeyPair;
import dev.mandate.conformance.service.Polling;
import dev.mandate.conformance.service.Reply;
import dev.mandate.conformance.service.Secrets;
import dev.mandate.conformance.service.ServiceClient;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.GeneralSecurityException;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** E-mail addresses of a run, and accounts that are opened by them (Group B). */
final class EmailAccounts {

    private static final String SEALED = "/authentication/0/session/session/encrypted_authorization_key";

    private final ServiceClient client;
    private final String run;
    private final Polling polling;
    private final Secrets secrets;
    private final Option<MailFolder> folder;
    private int mailboxes;
    private Map<String, Opened> sessions = HashMap.empty();

    /** An account with the key of its session. */
    private record Opened(String email, Reply reply, P256KeyPair key) {}

    EmailAccounts(ServiceClient client, String run, Polling polling, Secrets secrets) {
        this.client = client;
        this.run = run;
        this.polling = polling;
        this.secrets = secrets;
        this.folder = client.target().mails().map(MailFolder::new);
    }

    /** Returns an address that nobody has used. */
    Either<Unmet, String> mailbox(String name) {
        mailboxes++;
        return folder.isEmpty()
                ? Either.left(new Unmet.NotOffered("mails cannot be read without --mail-dir"))
                : Either.right(name + "-" + mailboxes + "-" + run + "@example.com");
    }

    /** Returns the code in the next mail to {@code email}. */
    Either<Unmet, String> code(String email) {
        return polling.until(() -> folder.flatMap(mails -> mails.nextCode(email)))
                .peek(secrets::add)
                .toEither(() -> new Unmet.Broken("a mail to " + email, new Checking.Mismatch("a mail with six digits", "none in half a minute")));
    }

    Either<Unmet, Values> session(String name, Values values) {
        Either<Unmet, Opened> opened = sessions.get(name)
                .<Either<Unmet, Opened>>map(Either::right)
                .getOrElse(() -> mailbox(name).flatMap(this::open).peek(made -> sessions = sessions.put(name, made)));
        return opened.map(made -> values.with(name, made.key())
                .with(name, made.email())
                .with(name + ".account", made.reply().at("/address").asString(""))
                .with(name + ".signer", made.reply().at("/policies/signers/0/address").asString(""))
                .with(name + ".user_id", made.reply().at("/service_user_id").asString("")));
    }

    private Either<Unmet, Opened> open(String email) {
        P256KeyPair own = P256KeyPair.generate();
        Reply started = client.post("/accounts", JsonNodeFactory.instance.objectNode().put("email", email).toString());
        if (!started.isSuccess()) {
            return Either.left(Unmet.of("an account by e-mail", started));
        }
        return code(email).flatMap(code -> verified(email, code, own)).flatMap(reply -> opened(reply, own).map(key -> new Opened(email, reply, key)));
    }

    private Either<Unmet, Reply> verified(String email, String code, P256KeyPair own) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("email", email).put("otp_code", code);
        body.putObject("kms_provider_config").put("encryption_public_key", own.publicKeySpki());
        return polling.until(() -> Option.some(client.post("/accounts/verify", body.toString())).filter(reply -> reply.status() != 202))
                .toEither(() -> (Unmet) new Unmet.Broken("POST /accounts/verify", new Checking.Mismatch("status 200", "status 202 for half a minute")))
                .filterOrElse(reply -> reply.status() == 200, reply -> Unmet.Broken.of(reply, "status 200"));
    }

    private static Either<Unmet, P256KeyPair> opened(Reply reply, P256KeyPair own) {
        try {
            return Either.right(own.openAuthorizationKey(
                    reply.at(SEALED + "/encapsulated_key").asString(""), reply.at(SEALED + "/ciphertext").asString("")));
        } catch (GeneralSecurityException sealed) {
            return Either.left(new Unmet.Broken(reply.call(), new Checking.Mismatch("a key that the encryption key opens", "it does not")));
        }
    }
}
