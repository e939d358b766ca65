/** The key vault in AWS KMS. */
@NullMarked
package dev.mandate.adapters.kms.aws;

import org.jspecify.annotations.NullMarked;
