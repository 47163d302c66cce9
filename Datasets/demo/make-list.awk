# The words that set the junk of a corpus apart, with the number of junk messages that have them.
# A naive filter, for comparison: in 5 junk messages at least, and three times as often as elsewhere.
{
    isJunk = /"label":"junk"/
    match($0, /"text":"([^"\\]|\\.)*"/)
    count = split(tolower(substr($0, RSTART + 8, RLENGTH - 9)), words, /[ .,:;!?()\/"“”、。，！？：；（）【】\\-]+/)
    split("", seen)
    for (i = 1; i <= count; i++) {
        word = words[i]
        if (length(word) < 3 || word ~ /[0-9]/ || word in seen) continue
        seen[word] = 1
        if (isJunk) junk[word]++; else wanted[word]++
    }
}
END { for (word in junk) if (junk[word] >= 5 && junk[word] >= 3 * (wanted[word] + .5)) print junk[word] "\t" word }
