/** The keys of a client, for host applications. It needs BouncyCastle and a JSON canonicalizer, and no other module. */
@NullMarked
package dev.mandate.client;

import org.jspecify.annotations.NullMarked;
