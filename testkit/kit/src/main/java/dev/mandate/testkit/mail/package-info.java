/** The contract of mail transports: an adapter's tests extend {@link dev.mandate.testkit.mail.MailContract}. */
@NullMarked
package dev.mandate.testkit.mail;

import org.jspecify.annotations.NullMarked;
