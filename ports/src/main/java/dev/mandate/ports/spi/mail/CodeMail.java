package dev.mandate.ports.spi.mail;

import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/**
 * A mail with a one-time code.
 *
 * @param challenge identifies the mail, so that a repeated delivery can be recognized
 * @param appName the application that asks, at most 64 characters without control characters
 * @param validUntil by the server's clock
 */
public record CodeMail(
        EmailAddress to, ChallengeId challenge, OneTimeCode code, Option<String> appName, UnixTime validUntil) {}
