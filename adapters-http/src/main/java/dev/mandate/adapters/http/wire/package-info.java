/** The interface's objects: how requests spell them, and how answers do. */
@NullMarked
package dev.mandate.adapters.http.wire;

import org.jspecify.annotations.NullMarked;
