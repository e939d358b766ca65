package dev.mandate.app.demo;

import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.chain.Address;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Grace has an e-mail address and keeps no key: a code signs her in, and the vault signs what her session approves. */
final class EmailScenario {

    private static final String EMAIL = "grace@example.com";
    private static final Pattern CODE = Pattern.compile("\\b[0-9]{6}\\b");
    private static final String SEALED = "/authentication/0/session/session/encrypted_authorization_key";

    private final DemoSession session;
    private final Path mails;
    private final P256KeyPair own = P256KeyPair.generate();

    /** @param mails the folder of the server's mails */
    EmailScenario(DemoSession session, Path mails) {
        this.session = session;
        this.mails = mails;
    }

    void play() {
        session.output().step("Grace opens an account by e-mail, and pays from it without a key of her own");
        DemoCall start = DemoCall.post("/accounts").put("email", EMAIL);
        session.holds("asked", "a code for " + EMAIL + session.output().aside(start.shown()), !session.send(start).isRefusal());
        Option<String> code = session.awaited(this::mailed);
        if (code.isEmpty()) {
            session.output().broken("no mail came");
            return;
        }
        session.refuses("a wrong code", verify(code.get().equals("000000") ? "000001" : "000000"), "wrong_code");
        DemoCall verify = verify(code.get());
        Option<DemoReply> made = session.awaited(() -> Option.of(session.send(verify)).filter(reply -> reply.status() == 200));
        session.holds("landed", "her account, for the code" + session.output().aside(verify.shown()), made.isDefined());
        made.forEach(this::pay);
    }

    private void pay(DemoReply made) {
        Address account = Address.parse(made.text("/address")).get();
        Address grace = Address.parse(made.text("/policies/signers/0/address")).get();
        session.name(account, "her account");
        session.name(grace, "Grace's key in the vault");
        session.fund(account, session.amount(Demo.SOL / 10));
        session.fund(grace, session.amount(Demo.SOL / 10));
        DemoCall prepare = Demo.prepare(
                account,
                session.draft(account, Array.of(SystemProgram.transfer(account, session.key("the shop"), session.amount(Demo.SOL / 20)))),
                grace);
        session.output().asked(session.sol(Demo.SOL / 20) + " to the shop", prepare.shown());
        DemoReply built = session.send(prepare);
        session.refuses("a key that is not her session's approves", approved(account, built, own), "approval_invalid");
        session.submit(approved(account, built, opened(made)));
    }

    private DemoCall verify(String code) {
        return DemoCall.post("/accounts/verify")
                .put("email", EMAIL)
                .put("otp_code", code)
                .object("kms_provider_config", "encryption_public_key", own.publicKeySpki());
    }

    private static DemoCall approved(Address account, DemoReply built, P256KeyPair by) {
        return DemoCall.post(Demo.path(account) + "/submit")
                .put("transaction", built.text("/transaction"))
                .approval(built.text("/kms_payloads/0/address"), by.signKmsPayload(built.text("/kms_payloads/0/payload")));
    }

    /** The key of the session, which only {@link #own} opens. */
    private P256KeyPair opened(DemoReply made) {
        try {
            return own.openAuthorizationKey(made.text(SEALED + "/encapsulated_key"), made.text(SEALED + "/ciphertext"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("sealed to another key", e);
        }
    }

    /** The code in the mail, once it is there. */
    private Option<String> mailed() {
        if (!Files.isDirectory(mails)) {
            return Option.none();
        }
        try (Stream<Path> files = Files.list(mails)) {
            Option<Path> mail = Array.ofAll(files.filter(file -> file.toString().endsWith(".txt")).toList()).headOption();
            return mail.isEmpty() ? Option.none() : codeIn(Files.readString(mail.get()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Option<String> codeIn(String mail) {
        Matcher found = CODE.matcher(mail);
        return Option.when(found.find(), found::group);
    }
}
