package dev.mandate.engine.authority;

import dev.mandate.ports.spi.keys.CredentialSealer;
import dev.mandate.ports.spi.mail.MailTransport;
import dev.mandate.ports.spi.keys.OneTimeCodes;

/** The ports of sign-in by e-mail. */
public record EmailPorts(CredentialSealer sealer, OneTimeCodes codes, MailTransport mail) {}
