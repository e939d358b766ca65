/** The vault in AWS KMS: the real SDK before a stub of the wire. */
@NullMarked
package dev.mandate.adapters.kms.aws;

import org.jspecify.annotations.NullMarked;
