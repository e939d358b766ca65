@NullMarked
package dev.mandate.adapters.kms.authority;

import org.jspecify.annotations.NullMarked;
