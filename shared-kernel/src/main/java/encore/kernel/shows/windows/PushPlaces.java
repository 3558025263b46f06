package encore.kernel.shows.windows;

import java.util.List;

/**
 * The places of the pushes of a quiz question, or of clickers, newest first: those whose windows may still be asked about.
 *
 * @param wasPushed whether the quiz question was ever pushed
 * @param areResultsShown whether the results of the quiz question were shown
 */
public record PushPlaces(List<PushPlace> places, boolean wasPushed, boolean areResultsShown) {

    public PushPlaces {
        places = List.copyOf(places);
    }
}
