package dev.mandate.adapters.mail;

import dev.mandate.ports.spi.mail.CodeMail;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The words of a mail with a one-time code.
 *
 * @param subject one line, without the code
 * @param plain the whole text
 * @param html the same as an HTML document
 */
record CodeText(String subject, String plain, String html) {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    static CodeText of(CodeMail mail) {
        // Control characters would begin a new header. Format characters can reverse the direction of the text.
        String subject = "Your one-time code"
                + mail.appName().map(name -> " for " + name.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]+", " ").strip()).getOrElse("");
        String digits = mail.code().digits();
        String until = "It is valid once, until " + TIME.format(Instant.ofEpochSecond(mail.validUntil().seconds())) + ".";
        String advice = "If you did not ask for this code, ignore this mail. Give the code to nobody.";
        return new CodeText(
                subject,
                String.join("\n\n", subject + ":", "    " + digits, until, advice) + "\n",
                """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>%1$s</title></head>
                <body style="font-family: sans-serif">
                <p>%1$s:</p>
                <p style="font-size: 2em; letter-spacing: .2em">%2$s</p>
                <p>%3$s</p>
                <p>%4$s</p>
                </body></html>
                """.formatted(escaped(subject), digits, until, advice));
    }

    /** The text as the content of an HTML element. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
