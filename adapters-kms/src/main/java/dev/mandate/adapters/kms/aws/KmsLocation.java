package dev.mandate.adapters.kms.aws;

import io.vavr.control.Either;
import io.vavr.control.Option;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of an AWS KMS: {@code aws-kms:eu-central-1}, or {@code aws-kms:eu-central-1?endpoint=https://HOST} for a VPC endpoint.
 *
 * @param endpoint none for the region's public one
 */
public record KmsLocation(String region, Option<URI> endpoint) {

    /** What each such text begins with. */
    public static final String SCHEME = "aws-kms:";

    private static final Pattern FORM = Pattern.compile(
            SCHEME + "(?<region>[a-z]{2}(-[a-z]+)+-[0-9]+)(\\?endpoint=(?<endpoint>https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/?))?");

    /** The parts of {@code text}, or the rule that it breaks. */
    public static Either<String, KmsLocation> parse(String text) {
        Matcher parts = FORM.matcher(text);
        return parts.matches()
                ? Either.right(new KmsLocation(parts.group("region"), Option.of(parts.group("endpoint")).map(URI::create)))
                : Either.left("must be aws-kms:REGION or aws-kms:REGION?endpoint=https://HOST");
    }
}
