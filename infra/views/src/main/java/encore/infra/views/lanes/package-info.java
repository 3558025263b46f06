/** Bounds the time that questions take from readers: deadlines, and a lane for short and one for long questions. */
@NullMarked
package encore.infra.views.lanes;

import org.jspecify.annotations.NullMarked;
