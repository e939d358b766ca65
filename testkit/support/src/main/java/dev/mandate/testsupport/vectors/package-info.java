/** What published clients of other services made of keys, bundles, stamps and payloads. */
@NullMarked
package dev.mandate.testsupport.vectors;

import org.jspecify.annotations.NullMarked;
