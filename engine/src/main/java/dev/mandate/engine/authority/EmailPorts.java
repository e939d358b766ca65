package dev.mandate.engine.authority;

import dev.mandate.ports.keys.CredentialSealer;
import dev.mandate.ports.mail.MailTransport;
import dev.mandate.ports.keys.OneTimeCodes;

/** The ports of sign-in by e-mail. */
public record EmailPorts(CredentialSealer sealer, OneTimeCodes codes, MailTransport mail) {}
