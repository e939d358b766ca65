package dev.mandate.adapters.mail;

import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.mail.CodeMail;
import io.vavr.control.Option;

/** Mails of the tests. */
final class Mails {

    static final ChallengeId CHALLENGE = new ChallengeId("otp_0123456789abcdef0123456789abcdef");

    private Mails() {}

    static CodeMail from(String appName) {
        return mail(CHALLENGE, Option.some(appName));
    }

    static CodeMail mail(ChallengeId challenge, Option<String> appName) {
        return new CodeMail(
                new EmailAddress("ann@example.org"), challenge, new OneTimeCode("048213"), appName, new UnixTime(1_764_547_200));
    }
}
